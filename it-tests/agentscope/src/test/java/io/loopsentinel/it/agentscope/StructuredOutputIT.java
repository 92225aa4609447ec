package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The tool that gives an answer its form, which AgentScope 2.0 executes by other means. */
class StructuredOutputIT {

  /** The third failure carries a warning. */
  @OnEachJdk
  void isHintedWhereItFailsAgainAndAgain(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.GARBLING, Dispatch.STRUCTURED);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .satisfiesExactly(
            warning -> assertThat(warning).doesNotContain("was not run"),
            hint -> assertThat(hint).contains("generate_response", "was not run"));
  }
}
