package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The third call of each of two users waits for a person until both do; then the one runs, and the
 * other is aborted.
 */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
@FullMatrix
class AttendedCallsIT {

  private static final String ASKING =
      "sentinel:\n  default: {threshold: 2, escalation: [ask, abort]}\n";

  private final Version version;

  @TempDir private File folder;

  AttendedCallsIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void goOnAsAPersonSaysForEachUser(Jdk jdk) {
    for (Outcome outcome :
        Scenarios.guarded(jdk, version, ModelBehaviour.ATTENDED, folder, ASKING)) {
      // then
      assertThat(outcome.answers()).as("%s", outcome).containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.failures()).as("%s", outcome).flatExtracting(Failure::loops).hasSize(1);
      assertThat(outcome.loopRuns()).as("%s", outcome).isEqualTo(5);
      assertThat(outcome.log().hints()).as("%s", outcome).isEmpty();
    }
  }
}
