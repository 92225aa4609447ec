package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;

/** A workflow that repeats its agents; LangChain4j's own limit is 2,147,483,647 times. */
@FullMatrix
class WorkflowIT {

  private static final String ERROR = ToolLoopError.class.getName();

  @OnEachJdk
  void endsAfterTwoHintsWhereItsAgentAnswersWithText(Jdk jdk) {
    Outcome outcome = Agency.outcome(Agency.guarded(jdk), Scenario.LOOP_OF_TEXTS);

    assertThat(outcome.runs()).as("%s", outcome).isEqualTo(3);
    assertThat(outcome.failures()).flatExtracting(Failure::classes).containsExactly(ERROR);
    assertThat(outcome.failures())
        .flatExtracting(Failure::loops)
        .extracting(Loop::tool)
        .containsExactly("texts");
  }

  @OnEachJdk
  void endsAtOnceWhereNoHintFitsTheTypeOfTheAnswer(Jdk jdk) {
    Outcome outcome = Agency.outcome(Agency.guarded(jdk), Scenario.LOOP_OF_NUMBERS);

    assertThat(outcome.runs()).as("%s", outcome).isEqualTo(3);
    assertThat(outcome.failures()).flatExtracting(Failure::classes).containsExactly(ERROR);
    assertThat(Agency.guarded(jdk).agentLines())
        .filteredOn(line -> line.contains("numbers called again"))
        .singleElement()
        .asString()
        .contains("aborted");
  }

  @OnEachJdk
  void endsWhereItsAgentsRunOnAnExecutor(Jdk jdk) {
    Outcome outcome = Agency.outcome(Agency.guarded(jdk), Scenario.LOOP_OF_PARALLEL_AGENTS);

    // Each agent may run once more after the first answer of the other one, which is new.
    assertThat(outcome.runs()).as("4 of two agents at most: %s", outcome).isBetween(5, 8);
    assertThat(outcome.failures()).flatExtracting(Failure::classes).contains(ERROR);
    assertThat(outcome.failures()).flatExtracting(Failure::loops).hasSize(1);
  }

  /**
   * The agents of all rounds are under way at once. The workflow's answer is that of the last
   * round, which as a rule is refused, but on a busy machine may be among the first that are
   * judged.
   */
  @OnEachJdk
  void endsWhereNobodyWaitsForItsAgent(Jdk jdk) {
    ProgramResult result = Agency.guarded(jdk);

    Outcome outcome = Agency.outcome(result, Scenario.LOOP_OF_ASYNCHRONOUS_AGENTS);
    assertThat(outcome.runs()).as("%s", outcome).isEqualTo(3);
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains(": aside called again") && line.endsWith("aborted"));
  }
}
