package io.loopsentinel.it.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A response that asks for several calls, one of which goes round. */
class SeveralCallsIT {

  @OnEachJdk
  void hintsTheCallThatGoesRoundAndRunsTheOther(Jdk jdk) {
    for (Outcome outcome : QuarkusScenarios.guarded(jdk, ModelBehaviour.PAIRING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.loopRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3 + 4);
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).hasSize(1);
    }
  }
}
