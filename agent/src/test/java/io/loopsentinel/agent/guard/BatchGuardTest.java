package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A method that dispatches several calls at once. */
class BatchGuardTest {

  /** Dispatches the calls of a response together, each by a method of its own. */
  interface Dispatcher {
    record Call(@Nullable String name, Map<String, Object> args) {}

    record Result(String text, boolean failed) {}

    List<Result> dispatch(List<Call> calls, String conversation);

    String single(String tool, Map<String, Object> args, String conversation);

    void onResponse(String text, String conversation);
  }

  private static final String BATCH =
      "{name: b, kind: tool, type: TYPE, method: dispatch, tool: 'arg0[*].name', args:"
          + " 'arg0[*].args', session: arg1REST}";
  private static final String REUSED =
      "{escalation: [reuse], reason: reads, reuse: {only_on_rung: true}}";
  private static final String OUTPUTS = "output: 'return[*].text', failed: 'return[*].failed'";

  private GuardedCalls calls = configured("", "");

  @Test
  void runsThreeEqualBatchesAndThrowsForTheFourth() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(dispatch(call("search", 1), call("read", i))).isEqualTo("ran");
    }

    assertThatThrownBy(() -> dispatch(call("read", 9), call("search", 1)))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.tool()).isEqualTo("search");
              assertThat(error.status()).isEqualTo(ToolLoopError.Status.CALL_ABORTED);
            });
    assertThat(calls.log())
        .contains("search called again after 3")
        .contains("with all of its batch");
  }

  @Test
  void judgesTheCallsAfterOneThatCouldGetAnEarlierResult() throws Exception {
    calls = configured("overrides: {get_order: " + REUSED + "}", "");
    for (int i = 0; i < 3; i++) {
      assertThat(dispatch(call("get_order", 1), call("search", 1), call("read", i)))
          .isEqualTo("ran");
    }

    assertThatThrownBy(() -> dispatch(call("get_order", 1), call("search", 1), call("read", 9)))
        .isInstanceOfSatisfying(
            ToolLoopError.class, error -> assertThat(error.tool()).isEqualTo("search"));
  }

  @Test
  void reportsTheFindingsBeforeACallThatCouldGetAnEarlierResult() throws Exception {
    calls = configured("overrides: {get_order: " + REUSED + ", search: {escalation: [warn]}}", "");
    for (int i = 0; i < 4; i++) {
      assertThat(dispatch(call("search", 1), call("read", i), call("get_order", 1)))
          .isEqualTo("ran");
    }

    assertThat(calls.log())
        .contains("search called again after 3")
        .contains("get_order called again after 3");
  }

  @Test
  void countsEqualCallsOfOneResponseOnce() throws Exception {
    calls =
        configured(
            "",
            "",
            "{name: t, kind: turn, type: TYPE, method: onResponse, text: arg0, session: arg1}");
    Guard turn = calls.guard("onResponse");
    Dispatcher.Call[] five =
        IntStream.range(0, 5).mapToObj(i -> call("a", 1)).toArray(Dispatcher.Call[]::new);

    for (int i = 0; i < 3; i++) {
      turn.call(() -> "done", "text " + i, "s");
      assertThat(dispatch(five)).isEqualTo("ran");
    }

    turn.call(() -> "done", "text", "s");
    assertThatThrownBy(() -> dispatch(five)).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void countsACallThatTheBatchHandsOnOnce() throws Exception {
    calls =
        configured(
            "",
            "",
            "{name: s, kind: tool, type: TYPE, method: single, tool: arg0, args: arg1, session:"
                + " arg2}");
    Guard single = calls.guard("single");

    for (int i = 0; i < 3; i++) {
      Object result =
          calls.call(
              "dispatch",
              () -> single.call(() -> "ran", "search", Map.of("n", 1), "s"),
              List.of(call("read", i), call("search", 1)),
              "s");
      assertThat(result).isEqualTo("ran");
    }
    Object fourth = single.call(() -> "ran", "search", Map.of("n", 1), "s");
    assertThat(fourth).asString().startsWith("loop-detected: search has already run 3 times");
  }

  @Test
  void readsTheOutcomeOfEachCall() throws Exception {
    calls = configured("default: {escalation: [abort]}", OUTPUTS);
    Guard guard = calls.guard("dispatch");

    // The results of poll differ each time, those of search do not.
    for (int i = 0; i < 3; i++) {
      int n = i;
      guard.call(
          () ->
              List.of(
                  new Dispatcher.Result("job at " + n, false),
                  new Dispatcher.Result("nothing", false)),
          List.of(call("poll", 1), call("search", 1)),
          "s");
    }

    assertThat(dispatch(call("poll", 1))).isEqualTo("ran");
    assertThatThrownBy(() -> dispatch(call("search", 1))).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void countsTheFailuresOfEachToolAndSaysThatTheModelIsNotWarned() throws Exception {
    calls = configured("", OUTPUTS);
    Guard guard = calls.guard("dispatch");

    for (int i = 0; i < 3; i++) {
      guard.call(
          () ->
              List.of(
                  new Dispatcher.Result("fine", false),
                  new Dispatcher.Result("no such table", true)),
          List.of(call("read", i), call("query", i)),
          "s");
    }

    assertThat(calls.log())
        .contains("error in session s: query failed 3 times running")
        .contains("the model is not warned")
        .doesNotContain("no such table");
  }

  @Test
  void reportsIndivisibleResultsAndContinues() throws Exception {
    calls = configured("", OUTPUTS);
    Guard guard = calls.guard("dispatch");

    Object returned = List.of(new Dispatcher.Result("one", false));
    Object result = guard.call(() -> returned, List.of(call("a", 1), call("b", 1)), "s");

    assertThat(result).isSameAs(returned);
    assertThat(calls.log())
        .contains("it gives 1 values for 2 calls; in `return[*].text`; these results are not seen");
  }

  @Test
  void reportsFailuresThatCannotBeRead() throws Exception {
    calls = configured("", "output: 'return[*].text', failed: 'arg0[*].args.failed.toString()'");
    Guard guard = calls.guard("dispatch");

    Object returned =
        List.of(new Dispatcher.Result("one", true), new Dispatcher.Result("two", true));
    Object result = guard.call(() -> returned, List.of(call("a", 1), call("b", 1)), "s");

    assertThat(result).isSameAs(returned);
    assertThat(calls.log()).contains("; none of these results counts as a failure");
  }

  @Test
  void exceptionOfABatchIsNoFailureOfACall() {
    IllegalStateException failure = new IllegalStateException("connection lost");
    Guard guard = calls.guard("dispatch");

    for (int i = 0; i < 4; i++) {
      List<Dispatcher.Call> batch = List.of(call("a", i), call("a", -i - 1));
      assertThatThrownBy(() -> guard.fail(failure, batch, "s")).isSameAs(failure);
    }

    assertThat(calls.log()).isEmpty();
  }

  @Test
  void exceptionIsTheFailureOfASingleCallBatch() {
    IllegalStateException failure = new IllegalStateException("connection lost");
    Guard guard = calls.guard("dispatch");

    for (int i = 0; i < 3; i++) {
      List<Dispatcher.Call> batch = List.of(call("a", i));
      assertThatThrownBy(() -> guard.fail(failure, batch, "s")).isSameAs(failure);
    }

    assertThat(calls.log()).contains("a failed 3 times running").contains("because the tool threw");
  }

  @Test
  void passesOverPartsThatAreNoCallsAndBatchesWithoutCalls() throws Exception {
    Dispatcher.Call text = new Dispatcher.Call(null, Map.of());
    for (int i = 0; i < 10; i++) {
      assertThat(dispatch(text, text)).isEqualTo("ran");
      assertThat(dispatch()).isEqualTo("ran");
    }
    for (int i = 0; i < 3; i++) {
      assertThat(dispatch(text, call("search", 1))).isEqualTo("ran");
    }

    assertThatThrownBy(() -> dispatch(call("search", 1))).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void leavesExemptToolsOfABatchAlone() throws Exception {
    calls = configured("overrides: {wait: {exempt: true}}", "");

    for (int i = 0; i < 10; i++) {
      assertThat(dispatch(call("wait", 1), call("read", i))).isEqualTo("ran");
    }
  }

  @Test
  void givesAllCallsTheSameArgumentsIfThereIsOneValue() throws Exception {
    calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
            sentinel:
              targets:
                - {name: b, kind: tool, type: TYPE, method: dispatch, tool: 'arg0[*].name', args: '{}', session: arg1}
            """);
    for (int i = 0; i < 3; i++) {
      dispatch(call("search", i));
    }

    assertThatThrownBy(() -> dispatch(call("search", 9))).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void endsTheSessionAndThrowsTheFrameworksOwnException() throws Exception {
    calls =
        configured("default: {action: terminate}", "throws: 'new IllegalStateException(message)'");
    for (int i = 0; i < 3; i++) {
      dispatch(call("search", 1));
    }

    assertThatThrownBy(() -> dispatch(call("read", 1), call("search", 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(ToolLoopError.class);
    assertThatThrownBy(() -> dispatch(call("read", 2))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void changesNothingInModeObserve() throws Exception {
    calls = configured("mode: observe", "");

    for (int i = 0; i < 6; i++) {
      assertThat(dispatch(call("search", 1), call("search", 1))).isEqualTo("ran");
    }

    assertThat(calls.log()).contains("observed (enforced, it would be: hint)");
  }

  private static GuardedCalls configured(String section, String rest, String... targets) {
    List<String> all =
        new ArrayList<>(List.of(BATCH.replace("REST", rest.isEmpty() ? "" : ", " + rest)));
    all.addAll(List.of(targets));
    return GuardedCalls.of(
        Dispatcher.class,
        "sentinel:\n  "
            + section
            + "\n  targets:\n    - "
            + String.join("\n    - ", all)
            + "\n  detectors: {error: {threshold: 3}}\n");
  }

  private static Dispatcher.Call call(String tool, int n) {
    return new Dispatcher.Call(tool, Map.of("n", n));
  }

  private @Nullable Object dispatch(Dispatcher.Call... batch) throws Exception {
    return calls.call("dispatch", () -> "ran", List.of(batch), "s");
  }
}
