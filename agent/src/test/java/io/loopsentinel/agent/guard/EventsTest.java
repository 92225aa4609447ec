package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.telemetry.event.Count;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The events about calls and turns. */
class EventsTest {

  @Test
  void reportTheFindingAndTheHint() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n");

    agent.dispatch(4);

    assertThat(agent.events)
        .extracting(LoopEvent::type)
        .containsExactly(LoopEvent.Type.LOOP_DETECTED, LoopEvent.Type.TOOL_RESULT);
    LoopEvent detected = agent.events.get(0);
    assertThat(detected.session()).isEqualTo("s");
    assertThat(detected.tool()).isEqualTo("search");
    assertThat(detected.target()).isEqualTo("tool");
    assertThat(detected.reason()).isEqualTo("search called again after 3 matching calls");
    assertThat(detected.callsStopped()).isEqualTo(1);
    LoopEvent.Loop loop = Objects.requireNonNull(detected.loop());
    assertThat(loop.fingerprint()).matches("[0-9a-f]{64}");
    assertThat(loop)
        .isEqualTo(
            new LoopEventBuilder(detected.type(), detected.reason())
                .loop("repeat", loop.fingerprint(), List.of("search"))
                .found(1, 3, 3)
                .action("hint", null)
                .setting("overrides.search.threshold")
                .build()
                .loop());
    assertThat(agent.events.get(1).message())
        .startsWith("loop-detected: search called again after 3 matching calls. This call was not");
  }

  @Test
  void reportRepeatedTurnsAndBudgets() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  budget: {turns: 5}\n");

    for (int i = 0; i < 4; i++) {
      agent.ask("I need more information");
    }
    agent.ask("Another thought");
    assertThatThrownBy(() -> agent.ask("One more")).isInstanceOf(ToolLoopError.class);

    assertThat(agent.events)
        .extracting(LoopEvent::type)
        .containsExactly(
            LoopEvent.Type.TURN_WARNED,
            LoopEvent.Type.BUDGET_EXCEEDED,
            LoopEvent.Type.SESSION_TERMINATED);
  }

  @Test
  void reportTheFindingWithoutActionInModeObserve() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  mode: observe\n");

    agent.dispatch(4);

    assertThat(agent.events).extracting(LoopEvent::type).containsOnly(LoopEvent.Type.LOOP_DETECTED);
    LoopEvent.Loop loop = Objects.requireNonNull(agent.events.get(0).loop());
    assertThat(loop.action()).isEqualTo("observe");
    assertThat(loop.would()).isEqualTo("hint");
    assertThat(agent.calls.telemetry().statistics().named(Count.OBSERVED_BY_TOOL))
        .isEqualTo(Map.of("search", 1L));
    assertThat(agent.calls.telemetry().statistics().stopped()).isZero();
  }

  @Test
  void reportUnfitAndFailingTargets() throws Exception {
    ListenedAgent agent =
        new ListenedAgent(
            """
            sentinel:
              targets:
                - {name: unfit, kind: tool, type: TYPE, method: dispatch, tool: arg0.nothing}
                - {name: failing, kind: turn, type: TYPE, method: ask, text: 'return["x"][0]'}
            """);
    Guard failing = agent.calls.guard("ask");

    agent.dispatch(1);
    for (int i = 0; i < 27; i++) {
      failing.call(() -> "no list", "hello");
    }

    assertThat(reasonsOfErrorsOf(agent, "unfit"))
        .singleElement()
        .asString()
        .contains("\"nothing\"");
    assertThat(reasonsOfErrorsOf(agent, "failing"))
        .singleElement()
        .asString()
        .contains("is switched off: its calls run unguarded");
  }

  @Test
  void tellTheMoneyOfACapBelowADollar() throws Exception {
    ListenedAgent agent =
        new ListenedAgent(
            """
            sentinel:
              budget: {cost_usd: 0.25, prices: {"*": {input: 20000, output: 0}}}
              targets:
                - name: turn
                  kind: turn
                  type: TYPE
                  method: ask
                  session: '"s"'
                  model: '"big"'
                  input_tokens: return.length()
            """);

    for (int i = 0; i < 3; i++) {
      agent.ask("word" + i);
    }

    LoopEvent event = only(agent, LoopEvent.Type.BUDGET_EXCEEDED);
    assertThat(event.reason()).isEqualTo("budget.cost_usd is used up with $0.30");
    assertThat(event.spending()).isEqualTo(LoopEventBuilder.spending(0.3, 0.25));
  }

  @Test
  void tellNoMoneyOfOtherCapsAndLoops() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  budget: {tool_calls: 2}\n");

    agent.dispatch(3);

    assertThat(agent.events).isNotEmpty().extracting(LoopEvent::spending).containsOnlyNulls();
  }

  @Test
  void tellTheConversationAroundARun() throws Exception {
    ListenedAgent agent =
        new ListenedAgent(
            """
            sentinel:
              targets:
                - {name: talk, kind: run, type: TYPE, method: ask, session: '"c-7"', reset: false}
                - {name: run, kind: run, type: TYPE, method: answer}
                - {name: tool, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1}
            """);

    agent.calls.call(
        "ask", () -> agent.calls.call("answer", () -> looped(agent), "question"), "hi");
    assertThat(agent.events).isNotEmpty().extracting(LoopEvent::conversation).containsOnly("c-7");
    assertThat(agent.events).extracting(LoopEvent::session).doesNotContain("c-7");

    agent.events.clear();
    agent.calls.call("ask", () -> looped(agent), "hi");
    assertThat(agent.events).isNotEmpty().extracting(LoopEvent::conversation).containsOnlyNulls();
  }

  private static String looped(ListenedAgent agent) throws Exception {
    agent.dispatch(4);
    return "answer";
  }

  private static LoopEvent only(ListenedAgent agent, LoopEvent.Type type) {
    List<LoopEvent> found = agent.events.stream().filter(event -> event.type() == type).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static List<String> reasonsOfErrorsOf(ListenedAgent agent, String target) {
    return agent.events.stream()
        .filter(event -> event.type() == LoopEvent.Type.AGENT_ERROR)
        .filter(event -> target.equals(event.target()))
        .map(LoopEvent::reason)
        .toList();
  }
}
