package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that fails in the same way, whatever it is asked. */
class FailingToolIT {

  @OnEachJdk
  void isStoppedInARunOfAChatClient(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void isStoppedInAStream(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void isStoppedWhereItIsAClassOfTheApplication(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLBACK);
  }

  /** A failure is thrown through the tool's dispatch, so the warning is in the next request. */
  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.FAILING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(5);
    assertThat(outcome.log().warnings())
        .singleElement()
        .asString()
        .contains("search has failed 3 times", "The catalogue is closed");
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("search has failed 5 times", "The catalogue is closed");
  }
}
