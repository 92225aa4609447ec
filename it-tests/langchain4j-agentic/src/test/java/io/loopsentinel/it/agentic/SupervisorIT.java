package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;

/** A supervisor whose model calls the same agent with the same arguments again and again. */
class SupervisorIT {

  private static final String ERROR = ToolLoopError.class.getName();

  @OnEachJdk
  void isToldSoInThePlaceOfTheFourthAnswer(Jdk jdk) {
    Outcome outcome = Agency.outcome(Agency.guarded(jdk), Scenario.SUPERVISOR_LOOPING);

    assertThat(outcome.answers()).as("%s", outcome).containsExactly(Scenario.ANSWER);
    assertThat(outcome.runs()).isEqualTo(3);
    assertThat(outcome.requests()).as("5 of the supervisor, 2 of each call").isEqualTo(11);
  }

  @OnEachJdk
  void isEndedWhereItDoesNotListen(Jdk jdk) {
    Outcome outcome = Agency.outcome(Agency.guarded(jdk), Scenario.SUPERVISOR_STUBBORN);

    assertThat(outcome.failures()).flatExtracting(Failure::classes).containsExactly(ERROR);
    assertThat(outcome.failures())
        .flatExtracting(Failure::loops)
        .extracting(Loop::tool)
        .containsExactly("ask");
    assertThat(outcome.runs()).isEqualTo(3);
  }

  @OnEachJdk
  void wouldGoOnToItsOwnLimit(Jdk jdk) {
    Outcome outcome = Agency.outcome(Agency.unguarded(jdk), Scenario.SUPERVISOR_LOOPING);

    assertThat(outcome.runs()).isEqualTo(20);
  }

  @OnEachJdk
  void mayHaveAgentsWhoseToolsAreGuardedAsEver(Jdk jdk) {
    Outcome told = Agency.outcome(Agency.guarded(jdk), Scenario.TOOL_LOOPING);
    Outcome ended = Agency.outcome(Agency.guarded(jdk), Scenario.TOOL_STUBBORN);

    assertThat(told.answers()).as("%s", told).containsExactly(Scenario.ANSWER);
    assertThat(told.runs()).isEqualTo(3);
    assertThat(ended.failures())
        .flatExtracting(Failure::classes)
        .startsWith("dev.langchain4j.agentic.agent.AgentInvocationException")
        .endsWith(ERROR);
    assertThat(ended.failures())
        .flatExtracting(Failure::loops)
        .extracting(Loop::tool)
        .containsExactly("search");
  }
}
