package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * A tool that fails in the same way, whatever it is asked; the warning is a part of the third
 * result.
 */
class FailingToolIT {

  private static final String WARNED = "\"warning\":\"loop-detected: search has failed 3 times";

  /** ADK answers what a method throws, and does not say what it was. */
  @OnEachJdk
  void isWarnedAboutBesideTheAnswerOfAdk(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.CALLED)).contains("An internal error occurred", WARNED);
  }

  @OnEachJdk
  void isWarnedAboutInAStreamedRun(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.STREAMED)).contains("An internal error occurred", WARNED);
  }

  @OnEachJdk
  void isWarnedAboutWhereItFailsLater(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.ASYNCHRONOUS)).contains("The catalogue is closed", WARNED);
  }

  @OnEachJdk
  void isWarnedAboutBesideTheAnswerOfACallback(Jdk jdk) {
    assertThat(warned(jdk, Dispatch.CALLBACK))
        .contains("\"error\":\"The catalogue is closed\"", WARNED);
  }

  private static String warned(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.FAILING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(4);
    assertThat(outcome.log().hints()).hasSize(1);
    return outcome.log().hints().get(0);
  }
}
