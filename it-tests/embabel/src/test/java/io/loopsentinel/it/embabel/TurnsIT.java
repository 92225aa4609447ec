package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Responses are turns of the session that their calls belong to. */
class TurnsIT {

  private static final String CAPS = "sentinel: {budget: {turns: 2, tokens: 1}}";

  @TempDir private File folder;

  /** The first six calls are new; the turns after them are compared. */
  @OnEachJdk(25)
  void tellsTheModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING)) {
      if (Dispatch.valueOf(outcome.dispatch()) != Dispatch.STREAMED) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(10);
      }
    }
  }

  /**
   * What the model says beside its calls is not read in a stream: what is found is that the run
   * stands still, and then the third round of its six calls.
   */
  @OnEachJdk(25)
  void judgesAStreamByItsCallsAlone(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING, Dispatch.STREAMED);

    // then
    assertThat(outcome.answers()).singleElement().asString().endsWith(Script.EXHAUSTED);
    assertThat(outcome.log().hints())
        .satisfiesExactly(
            warning -> assertThat(warning).contains("The run stands still"),
            hint -> assertThat(hint).contains("(1) search, (2) search", "come round 3 times"));
  }

  @OnEachJdk(25)
  @FullMatrix
  void endsLoopsByTheirTokensAndStreamsByTheirTurns(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, CAPS)) {
      Dispatch dispatch = Dispatch.valueOf(outcome.dispatch());
      // The action is tried twice: what a stream ends by is no exception of Embabel's then.
      int turnsOfStreams = 2 * 2;
      assertThat(outcome.log().requests())
          .as("%s", dispatch)
          .isEqualTo(dispatch == Dispatch.STREAMED ? turnsOfStreams : 1);
      assertThat(outcome.toolRuns())
          .as("%s", dispatch)
          .isEqualTo(dispatch == Dispatch.STREAMED ? turnsOfStreams : 0);
      assertThat(outcome.failures().get(0).loops())
          .as("%s", dispatch)
          .extracting(Loop::detector)
          .containsExactly("budget");
    }
  }
}
