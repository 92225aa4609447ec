package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  @OnEachJdk
  void goesOnUntilTheModelGivesUp(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING)) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).containsExactly(Script.EXHAUSTED);
      assertThat(outcome.toolRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.MAX_RESPONSES);
    }
  }
}
