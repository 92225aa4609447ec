package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same at once, and then once more on the same threads. Each run makes one call
 * three times, which is as often as it may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk
  void keepsTheRunsOfGraphsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.GRAPH);
  }

  @OnEachJdk
  void keepsTheRunsOfGraphsThatExecuteInParallelApart(Jdk jdk) {
    assertApart(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void keepsTheRunsOfSubgraphsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.SUBGRAPH);
  }

  @OnEachJdk
  void keepsTheRunsOfSubtasksApart(Jdk jdk) {
    assertApart(jdk, Dispatch.SUBTASK);
  }

  @OnEachJdk
  void keepsTheRunsOfFunctionalStrategiesApart(Jdk jdk) {
    assertApart(jdk, Dispatch.FUNCTIONAL);
  }

  @OnEachJdk
  void keepsRunsThatStreamApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void keepsTheRunsOfAgentsThatOthersCallApart(Jdk jdk) {
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
