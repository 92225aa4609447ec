package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * A function that fails in the same way, whatever it is asked. Semantic Kernel makes a result of it
 * where no warning could be added; the next request tells it.
 */
class FailingToolIT {

  /** What a method throws becomes an exception of Semantic Kernel's, whose text the model reads. */
  @OnEachJdk
  void isWarnedOfInAChat(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.CHAT)).contains("Function threw an exception");
  }

  @OnEachJdk
  void isWarnedOfWhereItFailsLater(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.ASYNCHRONOUS)).contains("The catalogue is closed");
  }

  @OnEachJdk
  void isWarnedOfInAPrompt(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.PROMPT)).contains("Function threw an exception");
  }

  private static String warned(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.FAILING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(4);
    assertThat(outcome.log().warnings())
        .singleElement()
        .asString()
        .startsWith("loop-detected: library-search has failed 3 times");
    return outcome.log().warnings().get(0);
  }
}
