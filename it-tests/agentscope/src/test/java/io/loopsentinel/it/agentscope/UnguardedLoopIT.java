package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  /** After ten responses with calls AgentScope asks the model to sum up. */
  @OnEachJdk
  void goesOnToTheLimitOfAgentScope(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.SUMMARY);
      assertThat(outcome.toolRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.ITERATIONS);
      assertThat(outcome.log().requests())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.ITERATIONS + 1);
    }
  }
}
