package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  @OnEachJdk
  void goesOnToTheLimitOfSemanticKernelAndEndsWithoutAnAnswer(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(Assistant.NO_ANSWER);
      assertThat(outcome.toolRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.ATTEMPTS);
      assertThat(outcome.log().requests())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.ATTEMPTS + 1);
    }
  }
}
