package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** Agents that do nothing wrong do as they did without the agent. */
class HealthyAgentsIT {

  @OnEachJdk
  void printTheSame(Jdk jdk) {
    for (Scenario scenario : Agency.HEALTHY) {
      assertThat(Agency.outcomes(Agency.guarded(jdk), scenario))
          .as("%s", scenario)
          .hasSize(scenario.users())
          .isEqualTo(Agency.outcomes(Agency.unguarded(jdk), scenario))
          .allSatisfy(outcome -> assertThat(outcome.failures()).isEmpty());
    }
  }

  @OnEachJdk
  void haveAHistoryForEachCallOfTheOutermostAgent(Jdk jdk) {
    // when
    Outcome twoQuestions = Agency.outcome(Agency.guarded(jdk), Scenario.TWO_QUESTIONS);

    // then
    assertThat(twoQuestions.runs()).isEqualTo(6);
    assertThat(Agency.outcomes(Agency.guarded(jdk), Scenario.TWO_USERS))
        .extracting(Outcome::runs)
        .containsExactly(6, 6);
  }

  @OnEachJdk
  void leaveNothingOnStandardError(Jdk jdk) {
    assertThat(Agency.guarded(jdk).applicationErrorLines()).isEmpty();
  }
}
