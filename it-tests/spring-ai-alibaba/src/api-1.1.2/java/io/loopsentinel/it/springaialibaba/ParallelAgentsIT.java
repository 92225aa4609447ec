package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** Agents that are asked at once. */
class ParallelAgentsIT {

  @OnEachJdk
  void areLeftAloneWhereTheyMakeTheSameCallEach(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.BRANCHING)) {
      assertThat(outcome.failures()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.loopRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.BRANCHING.agents());
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).isEmpty();
    }
  }
}
