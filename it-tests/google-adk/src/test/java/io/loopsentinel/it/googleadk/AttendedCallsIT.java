package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/**
 * The third call of each of two users waits for a person until both do; then the one runs, and the
 * other is aborted. Both ask once more.
 */
class AttendedCallsIT {

  private static final String ASKING =
      "sentinel:\n  default: {threshold: 2, escalation: [ask, abort]}\n";

  @TempDir private File folder;

  @OnEachJdk
  void goOnAsAPersonSaysForEachUser(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.ATTENDED, folder, ASKING)) {
      // then
      assertThat(outcome.answers())
          .as("%s", outcome)
          .containsExactly(ModelBehaviour.ANSWER, ModelBehaviour.ANSWER);
      assertThat(outcome.failures()).as("%s", outcome).hasSize(2);
      assertThat(outcome.failures()).flatExtracting(Failure::loops).hasSize(2);
      assertThat(outcome.toolRuns()).as("%s", outcome).isEqualTo(10);
      // The conversation of the aborted run has an answer to its last call.
      assertThat(outcome.log().hints())
          .as("%s", outcome)
          .singleElement()
          .asString()
          .contains("This call was not run. The run is ended.");
    }
  }
}
