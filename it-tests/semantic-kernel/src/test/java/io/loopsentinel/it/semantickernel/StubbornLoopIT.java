package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A model that does not listen. */
@FullMatrix
class StubbornLoopIT {

  private static final String ABORTING = "sentinel: {default: {escalation: [hint, abort]}}";

  @TempDir private File folder;

  /** Its fifth attempt is the second hint: nothing is left to be aborted. */
  @OnEachJdk
  void readsTwoHintsUntilTheLimitOfSemanticKernelEndsTheRun(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(Assistant.NO_ANSWER);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .hasSize(2)
          .doesNotHaveDuplicates();
      assertThat(outcome.log().requests())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.ATTEMPTS + 1);
    }
  }

  /** Semantic Kernel answers the error of the fifth call with a request, which is refused. */
  @OnEachJdk
  void isNotAskedOnceMoreAfterAnAbort(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, folder, ABORTING)) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).hasSize(1);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(5);
      assertThat(outcome.failures())
          .as("%s", outcome.dispatch())
          .containsExactly(
              new Failure(
                  List.of(
                      Dispatch.valueOf(outcome.dispatch()).wrapper(),
                      ToolLoopError.class.getName()),
                  List.of(
                      new Loop(
                          ToolLoopError.Status.LOOP_DETECTED, "library-search", 3, "repeat"))));
    }
  }
}
