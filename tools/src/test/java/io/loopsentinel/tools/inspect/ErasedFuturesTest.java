package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.Call;
import io.loopsentinel.fixture.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a future gives is known by what the body makes it of, where the generic signature is gone.
 */
class ErasedFuturesTest {

  private static final String RESULT = "result: " + Output.class.getName() + "::failure(message)";
  private static final String MISSING = "is a comment: result is missing: nothing was found";

  @TempDir private Path folder;

  @Test
  void valueOfAllFuturesIsTheResult() throws IOException {
    assertThat(inspected(Proven.class)).contains(RESULT).doesNotContain(MISSING);
  }

  @Test
  void derivedFutureGivesTheResult() throws IOException {
    assertThat(inspected(Derived.class)).contains(RESULT).doesNotContain(MISSING);
  }

  @Test
  void valueOfSomeFuturesIsNotTheResult() throws IOException {
    assertThat(inspected(Mixed.class)).contains(MISSING).doesNotContain("result: ");
  }

  @Test
  void resultOfForeignFutureIsUnknown() throws IOException {
    assertThat(inspected(Foreign.class)).contains(MISSING).doesNotContain("result: ");
  }

  private String inspected(Class<?> type) throws IOException {
    Path jar =
        Fixtures.jar(folder.resolve("a.jar"), "", type, Tools.class, Call.class, Output.class);
    return InspectInvocation.of("--all", "--kind", "tool", jar.toString()).out();
  }

  static class Tools {
    final Map<String, Function<Map<String, Object>, String>> byName = new HashMap<>();
  }

  @SuppressWarnings("rawtypes") // A raw type has no generic signature, as after obfuscation.
  static class Proven extends Tools {
    CompletableFuture dispatch(Call call) {
      Function<Map<String, Object>, String> tool = byName.get(call.name());
      if (tool == null) {
        return CompletableFuture.completedFuture(Output.failure("unknown tool"));
      }
      return CompletableFuture.supplyAsync(() -> Output.success(tool.apply(call.arguments())));
    }
  }

  @SuppressWarnings("rawtypes") // As above.
  static class Derived extends Tools {
    CompletionStage dispatch(Call call) {
      Function<Map<String, Object>, String> tool = Objects.requireNonNull(byName.get(call.name()));
      return CompletableFuture.supplyAsync(() -> tool.apply(call.arguments()))
          .thenApply(Output::success)
          .exceptionally(e -> Output.failure(e.toString()));
    }
  }

  @SuppressWarnings("rawtypes") // As above.
  static class Mixed extends Tools {
    CompletableFuture dispatch(Call call) {
      Function<Map<String, Object>, String> tool = byName.get(call.name());
      if (tool == null) {
        return CompletableFuture.completedFuture("unknown tool");
      }
      return CompletableFuture.supplyAsync(() -> Output.success(tool.apply(call.arguments())));
    }
  }

  @SuppressWarnings("rawtypes") // As above.
  static class Foreign extends Tools {
    private final Function<Call, CompletableFuture<Output>> others;

    Foreign(Function<Call, CompletableFuture<Output>> others) {
      this.others = others;
    }

    CompletableFuture dispatch(Call call) {
      Function<Map<String, Object>, String> tool = byName.get(call.name());
      if (tool == null) {
        return CompletableFuture.completedFuture(Output.failure("unknown tool"));
      }
      return others.apply(call);
    }
  }
}
