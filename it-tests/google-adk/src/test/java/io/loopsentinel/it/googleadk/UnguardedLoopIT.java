package io.loopsentinel.it.googleadk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  @OnEachJdk
  void goesOnUntilTheModelGivesUp(Jdk jdk) {
    for (Outcome outcome : Scenarios.outcomes(Scenarios.unguarded(jdk), ModelBehaviour.LOOPING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.EXHAUSTED);
      assertThat(outcome.toolRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.PATIENCE);
    }
  }
}
