package io.loopsentinel.it.springaialibaba;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Agents that are asked at once. */
class ParallelAgentsIT {

  @TempDir private File folder;

  @OnEachJdk
  void areLeftAloneWhereTheyMakeTheSameCallEach(Jdk jdk) {
    assertThat(
            AlibabaApplication.SCENARIOS.guarded(
                jdk, AlibabaBehaviour.BRANCHING, folder, "sentinel: {}"))
        .allSatisfy(
            (dispatch, outcome) -> {
              assertThat(outcome.failures()).isEmpty();
              assertThat(outcome.loopRuns()).isEqualTo(AlibabaBehaviour.AGENTS);
              assertThat(outcome.log().hints()).isEmpty();
            });
  }
}
