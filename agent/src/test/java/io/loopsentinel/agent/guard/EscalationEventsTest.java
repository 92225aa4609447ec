package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The events about loops that continue, and about sessions that end. */
class EscalationEventsTest {

  @Test
  void reportTerminationOnceAndCountRefusedCalls() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  default: {escalation: [terminate]}\n");
    agent.dispatch(3);

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> agent.dispatch(1)).isInstanceOf(ToolLoopError.class);
    }

    assertThat(agent.events)
        .extracting(LoopEvent::type)
        .containsExactly(
            LoopEvent.Type.LOOP_DETECTED,
            LoopEvent.Type.LOOP_ESCALATED,
            LoopEvent.Type.SESSION_TERMINATED);
    Statistics statistics = agent.calls.telemetry().statistics();
    assertThat(statistics.total(Count.CALLS)).isEqualTo(6);
    assertThat(statistics.stopped()).isEqualTo(3);
    assertThat(statistics.named(Count.STOPPED_BY_TOOL)).isEqualTo(Map.of("search", 3L));
    assertThat(statistics.named(Count.FINDINGS_BY_DETECTOR)).isEqualTo(Map.of("repeat", 1L));
  }

  @Test
  void reportAContinuingLoopOncePerRun() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n");
    loopUntilAborted(agent);

    agent.run();
    loopUntilAborted(agent);

    assertThat(agent.events)
        .filteredOn(event -> event.type() == LoopEvent.Type.LOOP_ESCALATED)
        .extracting(event -> Objects.requireNonNull(event.loop()).rung())
        .containsExactly(2, 2);
  }

  @Test
  void reportALoopThatWouldEndTheRunInModeObserve() throws Exception {
    ListenedAgent agent =
        ListenedAgent.of("sentinel:\n  mode: observe\n  default: {escalation: [abort]}\n");

    agent.dispatch(6);

    assertThat(agent.events)
        .filteredOn(event -> event.type() == LoopEvent.Type.LOOP_ESCALATED)
        .extracting(event -> Objects.requireNonNull(event.loop()).action())
        .containsExactly("observe");
  }

  @Test
  void raiseNoAlarmAboutLoopsThatAreNotToBeStopped() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  overrides: {search: {action: observe}}\n");

    agent.dispatch(6);

    assertThat(agent.events).extracting(LoopEvent::type).containsOnly(LoopEvent.Type.LOOP_DETECTED);
  }

  @Test
  void reportOnlyRunsThatResetATerminatedSession() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  default: {escalation: [terminate]}\n");
    agent.run();
    agent.run();
    agent.dispatch(3);
    assertThatThrownBy(() -> agent.dispatch(1)).isInstanceOf(ToolLoopError.class);

    agent.run();

    assertThat(agent.events)
        .extracting(LoopEvent::type)
        .containsExactly(
            LoopEvent.Type.LOOP_DETECTED,
            LoopEvent.Type.LOOP_ESCALATED,
            LoopEvent.Type.SESSION_TERMINATED,
            LoopEvent.Type.SESSION_RESET);
  }

  private static void loopUntilAborted(ListenedAgent agent) throws Exception {
    agent.dispatch(5);
    assertThatThrownBy(() -> agent.dispatch(1)).isInstanceOf(ToolLoopError.class);
  }
}
