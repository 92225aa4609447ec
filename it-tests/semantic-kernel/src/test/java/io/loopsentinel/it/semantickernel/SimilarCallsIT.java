package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** Calls that are nearly the same and find the same. */
class SimilarCallsIT {

  @OnEachJdk
  void areWarnedOfInAResultItself(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.BROWSING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(4);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("A river between two hills", "loop-detected: library-search");
    }
  }
}
