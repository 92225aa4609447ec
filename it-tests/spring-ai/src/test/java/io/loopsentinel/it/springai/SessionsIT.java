package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same of one assistant at once, and then once more on the same threads. Each run
 * makes one call three times, which is as often as it may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk
  void keepsTheRunsOfAChatClientApart(Jdk jdk) {
    assertApart(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void keepsStreamsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void keepsTheRunsWithAToolOfTheApplicationApart(Jdk jdk) {
    assertApart(jdk, Dispatch.CALLBACK);
  }

  @OnEachJdk
  void keepsLoopsThatTheApplicationWroteApart(Jdk jdk) {
    assertApart(jdk, Dispatch.OWN_LOOP);
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
