package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Responses that ask for tool calls are turns of the session that the calls belong to. */
class TurnsIT {

  private static final String TWO_TURNS = "sentinel: {budget: {turns: 2}}";

  @TempDir private File folder;

  @OnEachJdk
  void endsTheSessionAtTheTurnAfterTheLastOneAllowed(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, TWO_TURNS)) {
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(2);
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
