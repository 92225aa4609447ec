package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A target whose framework answers an abort with another request: the abort ends the session. */
class EndedSessionTest {

  private static final String SENTINEL =
      """
      sentinel:
        default: {escalation: [ESCALATION]}
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: arg0, text: return}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: '"search"', args: arg1, ends_session: true}
          - {name: other, kind: tool, type: TYPE, method: look, session: arg0, tool: '"look"', args: arg1}
          - {name: silent, kind: tool, type: TYPE, method: note, session: arg0, tool: '"note"', args: arg1, ends_session: true}
      """;

  /** A model and its tools. */
  interface Agent {
    String ask(String session);

    String dispatch(String session, String query);

    String look(String session, String place);

    void note(String session, String text);
  }

  private final GuardedCalls calls = calls("abort");

  @Test
  void refusesTheRequestThatTheFrameworkAnswersAnAbortWith() throws Exception {
    abort(calls, "dispatch");

    assertThatThrownBy(() -> call(calls, "ask", "s"))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.detector()).isEqualTo("repeat");
              assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
            });
  }

  @Test
  void refusesOtherCallsOfTheSession() throws Exception {
    abort(calls, "dispatch");

    assertThatThrownBy(() -> call(calls, "look", "s", "around"))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED));
  }

  @Test
  void leavesOtherSessionsAlone() throws Exception {
    abort(calls, "dispatch");

    assertThat(call(calls, "ask", "another")).isEqualTo("ran");
    assertThat(call(calls, "dispatch", "another", "loops")).isEqualTo("ran");
  }

  @Test
  void goesOnAfterAHint() throws Exception {
    GuardedCalls hinting = calls("hint");
    for (int i = 0; i < 3; i++) {
      call(hinting, "dispatch", "s", "loops");
    }

    assertThat(call(hinting, "dispatch", "s", "loops")).asString().startsWith("loop-detected");
    assertThat(call(hinting, "ask", "s")).isEqualTo("ran");
  }

  @Test
  void endsWithAHintThatFallsToAnAbort() throws Exception {
    GuardedCalls hinting = calls("hint");
    abort(hinting, "note");

    assertThatThrownBy(() -> call(hinting, "ask", "s")).isInstanceOf(ToolLoopError.class);
    assertThat(call(hinting, "dispatch", "s", "x")).asString().endsWith("The run is ended.");
  }

  @Test
  void goesOnAfterAnAbortOfATargetThatDoesNotSaySo() throws Exception {
    abort(calls, "look");

    assertThat(call(calls, "ask", "s")).isEqualTo("ran");
  }

  @Test
  void isReportedOnce() throws Exception {
    abort(calls, "dispatch");
    assertThatThrownBy(() -> call(calls, "ask", "s")).isInstanceOf(ToolLoopError.class);

    assertThat(calls.log()).containsOnlyOnce("the session is terminated");
  }

  private static GuardedCalls calls(String escalation) {
    return GuardedCalls.of(Agent.class, SENTINEL.replace("ESCALATION", escalation));
  }

  private static void abort(GuardedCalls calls, String method) throws Exception {
    for (int i = 0; i < 3; i++) {
      call(calls, method, "s", "loops");
    }
    assertThatThrownBy(() -> call(calls, method, "s", "loops")).isInstanceOf(ToolLoopError.class);
  }

  private static @Nullable Object call(GuardedCalls calls, String method, Object... arguments)
      throws Exception {
    return calls.call(method, () -> "ran", arguments);
  }
}
