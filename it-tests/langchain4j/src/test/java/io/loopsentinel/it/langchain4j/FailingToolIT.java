package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** A tool that fails in the same way, whatever it is asked. */
class FailingToolIT {

  @OnEachJdk
  void warnsTheModelInTheVeryResultOfTheThirdFailure(Jdk jdk) {
    assertWarned(jdk, Dispatch.SYNCHRONOUS);
  }

  @OnEachJdk
  void warnsAModelWhoseResponsesAreStreamed(Jdk jdk) {
    assertWarned(jdk, Dispatch.STREAMING);
  }

  @OnEachJdk
  void warnsAModelWhoseToolIsALambda(Jdk jdk) {
    assertWarned(jdk, Dispatch.LAMBDA);
  }

  private static void assertWarned(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = Scenarios.outcome(Scenarios.guarded(jdk, ModelBehaviour.FAILING), dispatch);

    // then
    assertThat(outcome.answer()).isEqualTo(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(4);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .startsWith("The catalogue is closed")
        .contains("loop-detected: search");
  }
}
