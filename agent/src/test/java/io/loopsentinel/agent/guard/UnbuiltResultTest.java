package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A hint whose result cannot be built: the call is not run, as where there is no result. */
class UnbuiltResultTest {

  private static final String HERE = UnbuiltResultTest.class.getName() + "$";

  @SuppressWarnings("unused") // guarded, not called, and read by expressions
  static final class Desk {

    record Answer(String text) {
      static Answer failing(String text) {
        throw new IllegalStateException("SECRET");
      }

      static @Nullable Answer none(String text) {
        return null;
      }

      static Object text(String text) {
        return text;
      }
    }

    static Answer dispatch(String tool) {
      return new Answer("");
    }

    static CompletableFuture<Answer> dispatchLater(String tool) {
      return new CompletableFuture<>();
    }
  }

  private final AtomicInteger runs = new AtomicInteger();
  private String log = "";

  @Test
  void isNotRunIfTheExpressionFails() {
    Throwable thrown = refused("dispatch", "HEREDesk$Answer::failing(message)", "");

    assertThat(thrown).isInstanceOf(ToolLoopError.class);
    assertThat(runs).hasValue(3);
    assertThat(said(thrown.getMessage()))
        .startsWith("loop-detected: search called again after 3 matching calls (repeat, ")
        .endsWith(
            " No hint was given, because result failed: test:3:201: failing(String) of Desk$Answer"
                + " threw java.lang.IllegalStateException; in `Desk$Answer::failing(message)`");
    assertThat(said(log).lines().toList())
        .containsExactly(
            "[loop-sentinel] target t (test:3:7) on Desk.dispatch(String), result: test:3:201:"
                + " failing(String) of Desk$Answer threw java.lang.IllegalStateException; in"
                + " `Desk$Answer::failing(message)`; no hint is given, an error that says so is"
                + " thrown",
            "[loop-sentinel] repeat in session s: search called again after 3 matching calls"
                + " (threshold 3); finding 1 of this loop, aborted (no hint can be returned)");
  }

  @Test
  void isNotRunIfTheExpressionGivesNull() {
    Throwable thrown = refused("dispatch", "HEREDesk$Answer::none(message)", "");

    assertThat(thrown).isInstanceOf(ToolLoopError.class);
    assertThat(runs).hasValue(3);
    assertThat(said(thrown.getMessage()))
        .contains("it gives null, but the method returns Desk$Answer; in `Desk$Answer::none(");
    assertThat(said(log)).contains("it gives null, but the method returns Desk$Answer; in `");
  }

  @Test
  void isNotRunIfTheExpressionGivesAnotherType() {
    Throwable thrown = refused("dispatch", "HEREDesk$Answer::text(message)", "");

    assertThat(thrown).isInstanceOf(ToolLoopError.class);
    assertThat(runs).hasValue(3);
    assertThat(said(thrown.getMessage()))
        .contains("it gives a java.lang.String, but the method returns Desk$Answer; in `");
  }

  @Test
  void isNotRunIfTheResultWouldComeLater() throws Exception {
    Guard guard =
        calls("dispatchLater", "HEREDesk$Answer::none(message)", "").guard("dispatchLater");
    for (int i = 0; i < 3; i++) {
      call(guard);
    }

    assertThat(call(guard))
        .isInstanceOfSatisfying(
            CompletableFuture.class,
            failed ->
                assertThatThrownBy(failed::join)
                    .hasCauseInstanceOf(ToolLoopError.class)
                    .hasMessageContaining("it gives null, but the method returns"));
    assertThat(runs).hasValue(3);
  }

  @Test
  void theFrameworksOwnExceptionSaysWhy() {
    Throwable thrown =
        refused(
            "dispatch",
            "HEREDesk$Answer::none(message)",
            ", throws: 'new java.lang.IllegalArgumentException(message)'");

    assertThat(thrown)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "No hint was given, because result failed: test:3:142: it gives null");
  }

  /** Returns the verdict on the fourth call. */
  private Throwable refused(String method, String result, String rest) {
    GuardedCalls calls = calls(method, result, rest);
    Guard guard = calls.guard(method);
    Throwable thrown =
        catchThrowable(
            () -> {
              for (int i = 0; i < 4; i++) {
                call(guard);
              }
            });
    log = calls.log();
    return thrown;
  }

  private static GuardedCalls calls(String method, String result, String rest) {
    return GuardedCalls.of(
        Desk.class,
        """
        sentinel:
          targets:
            - {name: t, kind: tool, type: TYPE, method: METHOD, tool: arg0, session: '"s"', result: 'RESULT'REST}
        """
            .replace("METHOD", method)
            .replace("RESULT", result.replace("HERE", HERE))
            .replace("REST", rest));
  }

  private @Nullable Object call(Guard guard) throws Exception {
    return guard.call(
        () -> {
          runs.incrementAndGet();
          return null;
        },
        "search");
  }

  private static String said(@Nullable String text) {
    return String.valueOf(text).replace(HERE, "");
  }
}
