package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same of one service at once, and then once more in the same conversations and
 * on the same threads. Each run makes one call three times, which is as often as it may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk
  void keepsRunsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void keepsRequestsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.REQUESTED);
  }

  @OnEachJdk
  void keepsRunsWithToolsOnVirtualThreadsApart(Jdk jdk) {
    VirtualThreads.assumeOn(jdk);
    assertApart(jdk, Dispatch.VIRTUAL_THREAD);
  }

  @OnEachJdk
  void keepsStreamsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void keepsStreamsToRequestsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED_TO_REQUEST);
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
