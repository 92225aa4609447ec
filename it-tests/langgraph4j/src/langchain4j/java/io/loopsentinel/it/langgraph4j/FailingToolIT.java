package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that fails in the same way, whatever it is asked. */
class FailingToolIT {

  /** LangChain4j makes a result of what a method throws. */
  @OnEachJdk
  void isWarnedAboutInItsThirdResult(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.FAILING)) {
      if (Dispatch.valueOf(outcome.dispatch()) != Dispatch.OWN_TOOL) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
        assertThat(outcome.log().hints())
            .as("%s", outcome.dispatch())
            .singleElement()
            .asString()
            .contains("The catalogue is closed", "search has failed 3 times");
      }
    }
  }

  @OnEachJdk
  void endsTheRunItselfWhereItsExecutorThrows(Jdk jdk) {
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.FAILING, Dispatch.OWN_TOOL);

    assertThat(outcome.toolRuns()).isEqualTo(1);
    assertThat(outcome.failures().get(0).classes()).endsWith("java.lang.IllegalStateException");
    assertThat(outcome.failures().get(0).loops()).isEmpty();
  }
}
