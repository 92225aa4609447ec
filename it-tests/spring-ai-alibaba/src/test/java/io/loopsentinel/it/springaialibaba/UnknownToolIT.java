package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that does not exist. */
class UnknownToolIT {

  /** The framework ends the run by itself; where calls are made at once, it tells the model. */
  @OnEachJdk
  void isToldToTheModelWhereItDoesNotEndTheRun(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.INVENTING)) {
      if (Dispatch.valueOf(outcome.dispatch()).isParallel()) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
        assertThat(outcome.log().warnings())
            .as("%s", outcome.dispatch())
            .singleElement()
            .asString()
            .contains("find has failed 3 times");
      } else {
        assertThat(outcome.failures().get(0).classes())
            .as("%s", outcome.dispatch())
            .containsExactly(IllegalStateException.class.getName());
      }
    }
  }
}
