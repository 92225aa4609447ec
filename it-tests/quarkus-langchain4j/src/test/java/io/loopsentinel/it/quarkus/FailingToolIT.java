package io.loopsentinel.it.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that fails in the same way, whatever it is asked. */
class FailingToolIT {

  /** Quarkus gives the model the exception's text; the third one carries the warning. */
  @OnEachJdk
  void isWarnedOfInItsResult(Jdk jdk) {
    for (Outcome outcome : QuarkusScenarios.guarded(jdk, ModelBehaviour.FAILING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("The catalogue is closed", "loop-detected: search has failed 3 times");
    }
  }
}
