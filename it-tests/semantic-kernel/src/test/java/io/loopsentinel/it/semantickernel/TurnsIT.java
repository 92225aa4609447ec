package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Responses are turns, with their tokens, of the session that their calls belong to. */
@FullMatrix
class TurnsIT {

  @TempDir private File folder;

  /**
   * The third response passes the cap, whatever the way: its call and the next turn are refused.
   */
  @OnEachJdk
  void countTheTokensThatTheModelTells(Jdk jdk) {
    for (Outcome outcome :
        SCENARIOS.guarded(
            jdk, ModelBehaviour.HEALTHY, folder, "sentinel: {budget: {tokens: 500}}")) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.failures().get(0).loops())
          .as("%s", outcome.dispatch())
          .singleElement()
          .satisfies(
              loop -> {
                assertThat(loop.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
                assertThat(loop.detector()).isEqualTo("budget");
                assertThat((long) loop.count()).isEqualTo(outcome.log().tokens());
              });
    }
  }
}
