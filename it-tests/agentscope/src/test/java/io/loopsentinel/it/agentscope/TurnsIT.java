package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Responses are turns of the session that their calls belong to. */
@FullMatrix
class TurnsIT {

  @TempDir private File folder;

  /** The summary that AgentScope asks for after ten responses would be one more. */
  @OnEachJdk
  void countsEachCallAndEachResponseOnce(Jdk jdk) {
    for (Outcome outcome :
        SCENARIOS.guarded(
            jdk,
            ModelBehaviour.UNTIRING,
            folder,
            "sentinel: {budget: {tool_calls: 8, turns: 10}}")) {
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(8);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(10);
      if (Dispatch.valueOf(outcome.dispatch()) == Dispatch.AGENT_AS_TOOL) {
        assertThat(outcome.answers().get(0)).contains("budget.turns is used up with 10");
      } else {
        assertEndedByBudget(outcome);
      }
    }
  }

  /** In one more JVM, which takes its time. */
  @OnEachJdk
  @FullMatrix
  void countsTheTokensOfAResponse(Jdk jdk) {
    for (Outcome outcome :
        SCENARIOS.guarded(
            jdk, ModelBehaviour.UNTIRING, folder, "sentinel: {budget: {tokens: 1}}")) {
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isZero();
      assertEndedByBudget(outcome);
    }
  }

  /** The first six calls are new; the turns after them are compared. */
  @OnEachJdk
  void tellsAModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(10);
      assertThat(outcome.log().warnings()).as("%s", outcome.dispatch()).hasSize(1);
    }
  }

  private static void assertEndedByBudget(Outcome outcome) {
    assertThat(outcome.failures().get(0).loops())
        .as("%s", outcome.dispatch())
        .singleElement()
        .satisfies(
            loop -> {
              assertThat(loop.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
              assertThat(loop.detector()).isEqualTo("budget");
            });
  }
}
