package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A function that does not exist is a failing one to Semantic Kernel, and is judged as one. */
class UnknownToolIT {

  @OnEachJdk
  void isWarnedOfInTheNextRequest(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
      assertThat(outcome.log().warnings())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .startsWith("loop-detected: library-find has failed 3 times");
    }
  }

  @OnEachJdk
  void goesOnToTheLimitWithoutTheAgent(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.GUESSING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(Assistant.NO_ANSWER);
      assertThat(outcome.log().requests())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.ATTEMPTS + 1);
    }
  }
}
