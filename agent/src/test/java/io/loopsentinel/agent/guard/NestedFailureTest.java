package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.hook.Hook;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Decorators that make a text of a failure within them. */
class NestedFailureTest {

  /** A tool and what is called in its place. */
  interface Dispatcher {
    record Result(boolean failed, String text) {}

    String dispatch(String tool, int shelf);

    String retry(String tool, int shelf);

    Result run(String tool, int shelf);
  }

  private static final Dispatcher.Result CLOSED =
      new Dispatcher.Result(true, "The catalogue is closed");
  private static final Dispatcher.Result FOUND = new Dispatcher.Result(false, "The book");

  private final GuardedCalls calls =
      GuardedCalls.of(
          Dispatcher.class,
          """
          sentinel:
            targets:
              - {name: d, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"'}
              - {name: m, kind: tool, type: TYPE, method: retry, tool: arg0, args: arg1, session: '"s"'}
              - {name: t, kind: tool, type: TYPE, method: run, tool: arg0, args: arg1, session: '"s"', output: return.text, failed: return.failed}
            detectors: {error: {threshold: 3, escalation: [warn, hint, abort]}}
          """);
  private final Guard dispatch = calls.guard("dispatch");
  private final Guard retry = calls.guard("retry");
  private final Guard run = calls.guard("run");

  @Test
  void areFailedIfTheResultWithinSaysSo() throws Exception {
    decorated(1, () -> run(1, CLOSED));
    decorated(2, () -> run(2, CLOSED));

    assertThat(decorated(3, () -> run(3, CLOSED)))
        .asString()
        .startsWith("The catalogue is closed\n\nloop-detected: search has failed 3 times running");
  }

  @Test
  void areFailedIfTheToolThrows() throws Exception {
    for (int shelf = 1; shelf <= 3; shelf++) {
      int searched = shelf;
      decorated(shelf, () -> fails(run, searched));
    }

    assertThat(calls.log()).contains("search failed 3 times running with the same error");
  }

  @Test
  void areFailedThroughAllThatStandBetween() throws Exception {
    for (int shelf = 1; shelf <= 3; shelf++) {
      int searched = shelf;
      decorated(shelf, () -> retry.call(() -> run(searched, CLOSED), "search", searched));
    }

    assertThat(calls.log()).contains("search failed 3 times running with the same error");
  }

  @Test
  void areFailedIfAToolThrowsWithoutFailedExpression() throws Exception {
    for (int shelf = 1; shelf <= 3; shelf++) {
      int searched = shelf;
      decorated(shelf, () -> fails(retry, searched));
    }

    assertThat(calls.log()).contains("search failed 3 times running with the same error");
  }

  @Test
  void areNoneIfTheLastOfSeveralAttemptsDoesNotThrow() throws Exception {
    for (int shelf = 1; shelf <= 3; shelf++) {
      int searched = shelf;
      decorated(
          shelf,
          () -> {
            fails(retry, searched);
            return retry.call(() -> FOUND.text(), "search", searched);
          });
    }

    assertThat(calls.log()).isEmpty();
  }

  @Test
  void areNoneIfTheLastOfSeveralAttemptsSucceeds() throws Exception {
    for (int shelf = 1; shelf <= 3; shelf++) {
      int searched = shelf;
      decorated(
          shelf,
          () -> {
            run(searched, CLOSED);
            return run(searched, FOUND);
          });
    }

    assertThat(calls.log()).isEmpty();
  }

  /** A call that converts the result or failure of the tool to text. */
  private @Nullable Object decorated(int shelf, Callable<@Nullable Object> tool) throws Exception {
    return dispatch.call(
        () -> tool.call() instanceof Dispatcher.Result result ? result.text() : "No answer",
        "search",
        shelf);
  }

  private @Nullable Object run(int shelf, Dispatcher.Result result) throws Exception {
    return run.call(() -> result, "search", shelf);
  }

  /** The decorator catches the exception and always returns the same text. */
  private static @Nullable Object fails(Guard guard, int shelf) {
    Object call = guard.apply(null, new Object[] {"search", shelf});
    return Hook.exit(call, null, new IllegalStateException("The catalogue is closed"));
  }
}
