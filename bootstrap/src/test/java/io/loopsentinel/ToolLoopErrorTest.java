package io.loopsentinel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ToolLoopErrorTest {

  private final ToolLoopError error =
      new ToolLoopErrorBuilder(ToolLoopError.Status.CALL_ABORTED, "loop-detected: search")
          .call("search", "s1")
          .loop("repeat", 3, List.of("search"), "ab".repeat(32))
          .build();

  @Test
  void isFoundIfItIsNotWrapped() {
    assertThat(ToolLoopError.findIn(error)).containsSame(error);
  }

  @Test
  void isFoundUnderEveryWrapperThatFrameworksUse() {
    Throwable wrapped =
        new RuntimeException(
            new CompletionException(
                new ExecutionException(new InvocationTargetException(error, "reflection"))));

    assertThat(ToolLoopError.findIn(wrapped)).containsSame(error);
  }

  @Test
  void isFoundAmongSuppressedErrors() {
    Exception outer = new Exception("several failed");
    outer.addSuppressed(new IllegalStateException(error));

    assertThat(ToolLoopError.findIn(outer)).containsSame(error);
  }

  @Test
  void isNotFoundIfThereIsNone() {
    assertThat(ToolLoopError.findIn(new Exception(new Error("other")))).isEmpty();
    assertThat(ToolLoopError.findIn(null)).isEmpty();
  }

  @Test
  void searchEndsIfCausesFormACircle() {
    Exception first = new Exception("first");
    Exception second = new Exception("second", first);
    first.initCause(second);

    assertThat(ToolLoopError.findIn(first)).isEmpty();
  }

  @Test
  void isNoneOfTheErrorsThatReactiveLibrariesRethrow() {
    assertThat((Throwable) error)
        .isInstanceOf(Error.class)
        .isNotInstanceOf(VirtualMachineError.class)
        .isNotInstanceOf(LinkageError.class);
  }

  @Test
  void containsTheDetails() {
    assertThat(error.status()).isEqualTo(ToolLoopError.Status.CALL_ABORTED);
    assertThat(error.tool()).isEqualTo("search");
    assertThat(error.count()).isEqualTo(3);
    assertThat(error.session()).isEqualTo("s1");
    assertThat(error.detector()).isEqualTo("repeat");
    assertThat(error.cycle()).containsExactly("search");
    assertThat(error.fingerprint()).hasSize(64);
  }
}
