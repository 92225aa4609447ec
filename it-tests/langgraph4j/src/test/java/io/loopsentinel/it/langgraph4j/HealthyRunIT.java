package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A run without a loop. */
class HealthyRunIT {

  @OnEachJdk
  void makesEveryCallAndAnswers(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.HEALTHY)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(4);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
    }
  }
}
