package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** With nothing configured, a looping model is told so instead of the fourth result. */
class HintedLoopIT {

  @OnEachJdk
  void bringsAChatToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CHAT);
  }

  @OnEachJdk
  void bringsAChatWithAnAsynchronousFunctionToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.ASYNCHRONOUS);
  }

  @OnEachJdk
  void bringsAPromptToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.PROMPT);
  }

  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("loop-detected", "library-search", "3");
  }
}
