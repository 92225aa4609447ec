package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same of one agent at once, and then once more on the same threads, which is the
 * second message of a conversation where the agent keeps it. Each run makes one call three times,
 * which is as often as it may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk
  void keepsRunsApart(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.SHARED)) {
      assertThat(outcome.failures()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .hasSize(RUNS)
          .containsOnly(ModelBehaviour.ANSWER);
      assertThat(outcome.loopRuns()).as("%s", outcome.dispatch()).isEqualTo(3 * RUNS);
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).isEmpty();
    }
  }
}
