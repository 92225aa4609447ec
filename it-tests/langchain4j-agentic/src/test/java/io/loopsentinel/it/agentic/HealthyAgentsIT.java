package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** Agents that do nothing wrong do as they did without the agent. */
class HealthyAgentsIT {

  @OnEachJdk
  void printTheSame(Jdk jdk) {
    for (Scenario scenario : Agency.HEALTHY) {
      Outcome outcome = Agency.outcome(Agency.guarded(jdk), scenario);

      assertThat(outcome).isEqualTo(Agency.outcome(Agency.unguarded(jdk), scenario));
      assertThat(outcome.answers()).as("%s", outcome).hasSize(scenario.users());
      assertThat(outcome.failures()).as("%s", scenario).isEmpty();
    }
  }

  @OnEachJdk
  void haveAHistoryForEachCallOfTheOutermostAgent(Jdk jdk) {
    Outcome twoQuestions = Agency.outcome(Agency.guarded(jdk), Scenario.TWO_QUESTIONS);
    Outcome twoUsers = Agency.outcome(Agency.guarded(jdk), Scenario.TWO_USERS);

    assertThat(twoQuestions.runs()).isEqualTo(6);
    assertThat(twoUsers.runs()).isEqualTo(6);
  }

  @OnEachJdk
  void leaveNothingOnStandardError(Jdk jdk) {
    assertThat(Agency.guarded(jdk).applicationErrorLines()).isEmpty();
  }
}
