package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A run without a loop is as it was without the agent. */
class HealthyRunIT {

  @OnEachJdk
  void makesEveryCallAndAnswers(Jdk jdk) {
    for (Outcome outcome : QuarkusScenarios.guarded(jdk, ModelBehaviour.HEALTHY)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(4);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
    }
  }

  @OnEachJdk
  void writesTheSameToStandardOutput(Jdk jdk) {
    assertThat(QuarkusScenarios.guarded(jdk, ModelBehaviour.HEALTHY))
        .isEqualTo(QuarkusScenarios.executed(SCENARIOS.unguarded(jdk, ModelBehaviour.HEALTHY)));
  }
}
