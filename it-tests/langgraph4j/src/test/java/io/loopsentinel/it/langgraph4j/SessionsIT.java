package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same at once, and then once more in the same conversations and on the same
 * threads of the JVM. Each run makes one call three times, which is as often as it may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk
  void keepsThreadsOfOneGraphApartAndBeginsEachMessageAfresh(Jdk jdk) {
    assertApart(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void keepsStreamedRunsApartThatHaveOneThreadIdAndNoSaver(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void keepsGraphsApartThatHaveOneThreadId(Jdk jdk) {
    assertApart(jdk, Dispatch.OWN_TOOL);
  }

  @OnEachJdk
  void keepsThreadsApartThatAreInterruptedAndResumed(Jdk jdk) {
    assertApart(jdk, Dispatch.APPROVED);
  }

  @OnEachJdk
  void keepsTheRunsOfASubgraphApart(Jdk jdk) {
    assertApart(jdk, Dispatch.SUBGRAPH);
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
