package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** Responses that ask for several calls, one after another or at once. */
class SeveralCallsIT {

  @OnEachJdk
  void hintsTheCallThatGoesRoundAndRunsTheOther(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.PAIRING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.loopRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3 + 4);
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).hasSize(1);
    }
  }

  @OnEachJdk
  void countsEqualCallsOfOneResponseOnce(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.CROWDING)) {
      if (Dispatch.valueOf(outcome.dispatch()).hasTurns()) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3 * 5);
        assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).hasSize(5);
      }
    }
  }
}
