package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
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

  /** As many as three responses use up, and two do not. */
  private static final String TOKENS = "sentinel: {budget: {tokens: 450}}";

  @TempDir private File folder;

  @OnEachJdk
  void refusesTheRequestAfterTheResponseThatUsedUpTheTokens(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.HEALTHY, folder, TOKENS)) {
      if (Dispatch.valueOf(outcome.dispatch()).hasTurns()) {
        assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(3);
        assertThat(outcome.failures().get(0).loops())
            .as("%s", outcome.dispatch())
            .singleElement()
            .satisfies(
                loop -> {
                  assertThat(loop.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
                  assertThat(loop.detector()).isEqualTo("budget");
                  assertThat(loop.count()).isEqualTo(outcome.log().tokens());
                });
      }
    }
  }

  @OnEachJdk
  void tellsAModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING)) {
      if (Dispatch.valueOf(outcome.dispatch()).hasTurns()) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(8);
        assertThat(outcome.log().warnings())
            .as("%s", outcome.dispatch())
            .singleElement()
            .asString()
            .contains("You have said nearly the same 4 times");
      }
    }
  }
}
