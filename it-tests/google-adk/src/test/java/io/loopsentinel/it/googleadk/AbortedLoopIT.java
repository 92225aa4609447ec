package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/** Where the model does not listen to two hints, the caller gets the error. */
class AbortedLoopIT {

  @OnEachJdk
  void throwsTheBareErrorToTheCallerOfARun(Jdk jdk) {
    assertAborted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void throwsTheBareErrorToTheCallerOfAStreamedRun(Jdk jdk) {
    assertAborted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void throwsTheBareErrorFromAnAsynchronousTool(Jdk jdk) {
    assertAborted(jdk, Dispatch.ASYNCHRONOUS);
  }

  @OnEachJdk
  void throwsTheBareErrorFromConcurrentTools(Jdk jdk) {
    assertAborted(jdk, Dispatch.CONCURRENT);
  }

  @OnEachJdk
  void isNotAnsweredByACallbackThatAnswersTheErrorsOfTools(Jdk jdk) {
    assertAborted(jdk, Dispatch.CALLBACK);
  }

  private static void assertAborted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);

    // then
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    assertThat(outcome.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.classes()).containsExactly(ToolLoopError.class.getName());
              assertThat(failure.loops())
                  .containsExactly(
                      new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
            });
  }
}
