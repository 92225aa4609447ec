package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that {@code unless} says a target is not about. */
class UnlessTest {

  private static final String TARGETS =
      """
      sentinel:
        budget: {turns: 2}
        targets:
          - {name: tool, kind: tool, type: TYPE, method: dispatch, unless: arg2, session: '"s"', tool: arg0, args: arg1}
          - {name: turn, kind: turn, type: TYPE, method: respond, unless: arg0.partial, session: '"s"', text: arg0.text}
          - {name: run, kind: run, type: TYPE, method: ask, unless: arg1, session: arg0}
      """;

  /** An agent that is told what is no call, response or question. */
  interface Agent {
    record Response(String text, Optional<Boolean> partial) {}

    String dispatch(String tool, Map<String, Object> arguments, boolean live);

    void respond(Response response);

    String ask(String session, @Nullable String partOf);
  }

  private final GuardedCalls calls = GuardedCalls.of(Agent.class, TARGETS);

  @Test
  void countsNoCallForWhichItGivesTrue() throws Exception {
    for (int i = 0; i < 8; i++) {
      assertThat(dispatch(true)).isEqualTo("ran");
    }

    for (int i = 0; i < 3; i++) {
      assertThat(dispatch(false)).isEqualTo("ran");
    }
    assertThat(dispatch(false)).asString().startsWith("loop-detected");
    assertThat(dispatch(true)).isEqualTo("ran");
  }

  @Test
  void countsNoTurnForAPieceOfAResponse() throws Exception {
    respond(new Agent.Response("one", Optional.empty()));
    for (int i = 0; i < 8; i++) {
      respond(new Agent.Response("t", Optional.of(true)));
    }
    respond(new Agent.Response("two", Optional.of(false)));

    assertThat(dispatch(false)).isEqualTo("ran");
    assertThat(calls.log()).isEmpty();
  }

  @Test
  void aValueThatIsNotTrueLeavesTheCallIn() {
    Guard ask = calls.guard("ask");

    assertThat(ask.apply(null, new Object[] {"s", "true"})).isNotNull();
    assertThat(ask.apply(null, new @Nullable Object[] {"s", null})).isNotNull();
  }

  @Test
  void saysWhereItFails() {
    Guard respond = calls.guard("respond");

    assertThatThrownBy(() -> respond.apply(null, new @Nullable Object[] {null}))
        .hasMessageEndingWith(
            "): test:5:113: arg0 is null at column 5 of `arg0.partial`; write `arg0?.partial`"
                + " if it may be absent");
  }

  private @Nullable Object dispatch(boolean live) throws Exception {
    return calls.call("dispatch", () -> "ran", "search", Map.of("n", 1), live);
  }

  private void respond(Agent.Response response) throws Exception {
    calls.call("respond", () -> "done", response);
  }
}
