package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** Responses that ask for several calls. */
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
  void countsWhatOneResponseAsksForSeveralTimesOnce(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.CROWDING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3 * 5);
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).hasSize(5);
    }
  }
}
