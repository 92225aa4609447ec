package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  /** An agent has no limit of its own; hooks of the framework's may count, where they are added. */
  @OnEachJdk
  void goesOnUntilTheModelGivesUp(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING)) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).containsExactly(Script.EXHAUSTED);
      assertThat(outcome.loopRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.MAX_RESPONSES);
    }
  }
}
