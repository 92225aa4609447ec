package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of the responses count for their session. */
class TokensIT {

  private static final String FEW_TOKENS = "sentinel: {budget: {tokens: 10}}";

  @TempDir private File folder;

  @OnEachJdk
  void endTheSessionWhereTheyAreUsedUp(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, FEW_TOKENS)) {
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isZero();
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
}
