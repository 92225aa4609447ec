package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Responses are turns of the session that their calls belong to. */
@FullMatrix
class TurnsIT {

  private static final String CAPS = "sentinel: {budget: {turns: 2, tokens: 1}}";

  @TempDir private File folder;

  /** What a stream has cost is not known. */
  @OnEachJdk
  void endsRunsByTheirTokensAndStreamsByTheirTurns(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, CAPS)) {
      assertThat(outcome.toolRuns())
          .as("%s", outcome.dispatch())
          .isEqualTo(Dispatch.valueOf(outcome.dispatch()) == Dispatch.STREAMED ? 2 : 0);
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

  @OnEachJdk
  void tellsAGraphsModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    assertTold(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void tellsAFunctionalStrategysModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    assertTold(jdk, Dispatch.FUNCTIONAL);
  }

  /**
   * Its texts are not read: what is found is that the run stands still, and then the third round of
   * its six calls.
   */
  @OnEachJdk
  void judgesAStreamByItsCallsAlone(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING, Dispatch.STREAMED);

    // then
    assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
    assertThat(outcome.log().hints())
        .satisfiesExactly(
            warning -> assertThat(warning).contains("The run stands still"),
            hint -> assertThat(hint).contains("(1) search, (2) search", "come round 3 times"));
  }

  /**
   * The first six calls are new; the turns after them are compared. (The strategy that agents have
   * by default ends with any text.)
   */
  private static void assertTold(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(10);
  }
}
