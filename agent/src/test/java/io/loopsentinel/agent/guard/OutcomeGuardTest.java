package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The reaction of the guard to findings in the outcome of a call. */
class OutcomeGuardTest {

  private static final String TARGET =
      """
      sentinel:
        targets:
          - {name: t, kind: tool, type: TYPE, tool: arg0, args: arg1, session: '"s"', method: METHOD}
        detectors: {error: {threshold: 3, escalation: [warn, hint, abort]}}
      """;

  /** Dispatchers of text and of a result of its own. */
  interface Dispatcher {
    record Result(boolean failed, String text) {
      static Result of(String text) {
        return new Result(false, text);
      }
    }

    String text(String tool, Map<String, Object> arguments);

    Object later(String tool, Map<String, Object> arguments);

    record Parts(int number) {
      String text() {
        if (number >= 0) {
          throw new IllegalStateException("SECRET: no single text");
        }
        return "";
      }
    }

    Parts parts(String tool, Map<String, Object> arguments);

    List<Object> pictures(String tool, Map<String, Object> arguments);

    Result marked(String tool, Map<String, Object> arguments);
  }

  @Test
  void addsAWarningToTheThirdFailure() throws Exception {
    GuardedCalls calls = configured("text");
    Guard guard = guard(calls, "text");
    String failure = "bash: javac: command not found";
    call(guard, 1, failure);
    call(guard, 2, failure);

    assertThat(call(guard, 3, failure))
        .asString()
        .startsWith(failure + "\n\nloop-detected: bash has failed 3 times running")
        .contains("`bash: javac: command not found`");
    assertThat(calls.log())
        .contains("error in session s: bash failed 3 times running with the same error (threshold")
        .contains("a warning is added to the result")
        .doesNotContain("javac");
  }

  @Test
  void answersAnotherCallAfterThreeFailuresMore() throws Exception {
    GuardedCalls calls = configured("text");
    Guard guard = guard(calls, "text");
    for (int i = 0; i < 5; i++) {
      call(guard, i, "bash: javac: command not found");
    }

    assertThat(call(guard, 6, "never run")).asString().startsWith("loop-detected: bash has failed");
    assertThat(call(guard, 7, "it compiles now")).isEqualTo("it compiles now");
  }

  @Test
  void countsExceptionsAndLeavesThemAsTheyAre() throws Exception {
    GuardedCalls calls = configured("text");
    Guard guard = guard(calls, "text");
    IllegalStateException failure = new IllegalStateException("disk full");

    for (int i = 0; i < 3; i++) {
      Object[] arguments = {"bash", Map.of("n", i)};
      assertThatThrownBy(() -> guard.fail(failure, arguments)).isSameAs(failure);
    }

    assertThat(calls.log())
        .contains("bash failed 3 times running")
        .contains("the model is not warned, because the tool threw")
        .doesNotContain("disk full");
  }

  @Test
  void readsTheResultThatATargetMarksAsAFailure() throws Exception {
    GuardedCalls calls = configured("marked, output: return.text, failed: return.failed");
    Guard guard = guard(calls, "marked");

    for (int i = 0; i < 3; i++) {
      call(guard, i, new Dispatcher.Result(true, "nothing that reads like one"));
    }

    assertThat(calls.log()).contains("bash failed 3 times running");
  }

  @Test
  void saysNothingOfResultsThatAreNoFailures() throws Exception {
    GuardedCalls calls = configured("marked, output: return.text, failed: return.failed");
    Guard guard = guard(calls, "marked");

    for (int i = 0; i < 3; i++) {
      call(guard, i, new Dispatcher.Result(false, "nothing that reads like one"));
    }

    assertThat(calls.log()).isEmpty();
  }

  @Test
  void changesNothingInModeObserve() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            TARGET.replace("METHOD", "text").replace("sentinel:", "sentinel:\n  mode: observe"));
    Guard guard = guard(calls, "text");
    String failure = "bash: javac: command not found";

    for (int i = 0; i < 12; i++) {
      assertThat(call(guard, i, failure)).isEqualTo(failure);
    }

    assertThat(calls.log())
        .contains("observed (enforced, it would be: warn)")
        .contains("observed (enforced, it would be: hint)");
  }

  @Test
  void comparesAResultWithoutATextAsAWhole() throws Exception {
    GuardedCalls calls = configured("parts, output: return.text");
    Guard guard = guard(calls, "parts");

    for (int i = 0; i < 6; i++) {
      Dispatcher.Parts result = new Dispatcher.Parts(i);
      assertThat(call(guard, 1, result)).isSameAs(result);
    }
    for (int i = 0; i < 3; i++) {
      call(guard, 2, new Dispatcher.Parts(0));
    }

    assertThatThrownBy(() -> call(guard, 2, new Dispatcher.Parts(0)))
        .isInstanceOf(ToolLoopError.class);
  }

  @Test
  void saysOnceThatTheTextOfAResultCannotBeRead() throws Exception {
    GuardedCalls calls = configured("parts, output: return.text");
    Guard guard = guard(calls, "parts");

    for (int i = 0; i < 5; i++) {
      call(guard, i, new Dispatcher.Parts(i));
    }

    assertThat(calls.log().lines())
        .singleElement()
        .asString()
        .contains("target t (test:3:")
        .containsPattern(
            ".parts\\(String, Map\\), output: test:3:\\d+: text\\(\\) of .*Parts threw"
                + " java.lang.IllegalStateException")
        .endsWith("this result is compared as a whole, not by its text")
        .doesNotContain("SECRET");
  }

  @Test
  void doesNotCompareResultsThatComeLater() throws Exception {
    GuardedCalls calls = configured("later");
    Guard guard = guard(calls, "later");

    FutureTask<String> future = new FutureTask<>(() -> "a");
    Flow.Publisher<String> publisher = subscriber -> {};
    for (Object later : List.of(future, publisher)) {
      for (int i = 0; i < 12; i++) {
        assertThat(call(guard, i, later)).isSameAs(later);
      }
    }

    assertThat(calls.log()).isEmpty();
  }

  @Test
  void addsEachWarningToAResultThatHasNoText() throws Exception {
    GuardedCalls calls = configured("pictures, warned: 'append(return, warning)'");
    Guard guard = guard(calls, "pictures");
    List<byte[]> picture = List.of(new byte[] {1, 2, 3});
    call(guard, 9, List.of(new byte[] {4, 5, 6}));

    for (int i = 0; i < 5; i++) {
      assertThat(call(guard, i, picture)).isSameAs(picture);
    }

    assertThat(call(guard, 5, picture))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(2)
        .startsWith(picture.get(0))
        .last()
        .asString()
        .startsWith("loop-detected");
  }

  @Test
  void claimsNoWarningIfWarnedGivesSomethingElseAtRunTime() throws Exception {
    GuardedCalls calls = configured("marked, output: return.text, warned: 'arg1[\"n\"]'");
    Guard guard = guard(calls, "marked");
    Dispatcher.Result failure = new Dispatcher.Result(true, "bash: javac: command not found");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, i, failure)).isSameAs(failure);
    }

    assertThat(calls.log())
        .contains("the model is not warned, because its result cannot carry a warning");
  }

  @Test
  void reportsTheActionOfEnforceInModeObserve() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            TARGET
                .replace("METHOD", "text")
                .replace(
                    "sentinel:",
                    "sentinel:\n  mode: observe\n  budget: {tool_calls: 3}\n"
                        + "  default: {escalation: [warn, hint, abort]}"));
    Guard guard = guard(calls, "text");

    for (int i = 0; i < 8; i++) {
      call(guard, 1, "same");
    }

    assertThat(calls.log())
        .contains("repeat in session s")
        .contains("budget in session s")
        .contains("finding 1 of this budget, observed")
        .doesNotContain("a stricter action");
  }

  private static GuardedCalls configured(String method) {
    return GuardedCalls.of(Dispatcher.class, TARGET.replace("METHOD", method));
  }

  private static Guard guard(GuardedCalls calls, String method) {
    return calls.guard(method);
  }

  private static @Nullable Object call(Guard guard, int number, Object result) throws Exception {
    return guard.call(() -> result, "bash", Map.of("n", number));
  }
}
