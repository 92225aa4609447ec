package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that fails. */
class FailingToolIT {

  @OnEachJdk
  void endsTheRunItself(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.FAILING)) {
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(1);
      assertThat(outcome.failures().get(0).classes())
          .as("%s", outcome.dispatch())
          .endsWith("java.lang.IllegalStateException");
      assertThat(outcome.failures().get(0).loops()).as("%s", outcome.dispatch()).isEmpty();
    }
  }
}
