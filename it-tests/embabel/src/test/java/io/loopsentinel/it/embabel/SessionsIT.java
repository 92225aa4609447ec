package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same at once, and then once more on the same threads. Each question makes one
 * call three times, which is as often as it may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk(25)
  void keepsProcessesApart(Jdk jdk) {
    assertApart(jdk, Dispatch.TEXT);
    assertApart(jdk, Dispatch.OBJECT);
  }

  @OnEachJdk(25)
  void keepsProcessesThatExecuteInParallelApart(Jdk jdk) {
    assertApart(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk(25)
  void keepsStreamsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk(25)
  void keepsTheMessagesOfAConversationApart(Jdk jdk) {
    assertApart(jdk, Dispatch.CHAT);
  }

  @OnEachJdk(25)
  void keepsAgentsThatCallOthersApart(Jdk jdk) {
    assertApart(jdk, Dispatch.AGENT_AS_TOOL);
  }

  private static void assertApart(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.SHARED, dispatch);

    // then
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.answers()).hasSize(RUNS).containsOnly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3 * RUNS);
    assertThat(outcome.log().hints()).isEmpty();
  }
}
