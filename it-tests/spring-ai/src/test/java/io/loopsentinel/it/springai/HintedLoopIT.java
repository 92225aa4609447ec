package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** With nothing configured, a looping model is told so instead of the fourth result. */
class HintedLoopIT {

  @OnEachJdk
  void bringsARunOfAChatClientToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void bringsAStreamToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void bringsARunWhoseToolIsAClassOfTheApplicationToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLBACK);
  }

  @OnEachJdk
  void bringsALoopThatTheApplicationWroteToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.OWN_LOOP);
  }

  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("loop-detected", "search", "3");
  }
}
