package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Each response of the model is one turn, the last one included, in however many pieces. */
@FullMatrix
class TurnsIT {

  @TempDir private File folder;

  @OnEachJdk
  void letsARunOfFourResponsesHaveFourTurns(Jdk jdk) {
    for (Outcome outcome :
        SCENARIOS.guarded(jdk, ModelBehaviour.HEALTHY, folder, "sentinel: {budget: {turns: 4}}")) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
    }
  }

  @OnEachJdk
  void refusesTheFourthRequestWhereThreeTurnsAreAllowed(Jdk jdk) {
    for (Outcome outcome :
        SCENARIOS.guarded(jdk, ModelBehaviour.HEALTHY, folder, "sentinel: {budget: {turns: 3}}")) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertEndedByBudget(outcome);
    }
  }

  @OnEachJdk
  void countsTheTokensOfAResponse(Jdk jdk) {
    for (Outcome outcome :
        SCENARIOS.guarded(
            jdk, ModelBehaviour.HEALTHY, folder, "sentinel: {budget: {tokens: 10}}")) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(1);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isZero();
      assertEndedByBudget(outcome);
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
