package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/** Where the model does not listen to two hints, the caller gets the error. */
class AbortedLoopIT {

  private static final String ERROR = ToolLoopError.class.getName();

  @OnEachJdk
  void throwsTheBareErrorToTheCallerOfAChatClient(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.CALLED).classes()).containsExactly(ERROR);
  }

  @OnEachJdk
  void passesTheErrorOnInAStreamWhichBlockingWraps(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.STREAMED).classes()).hasSize(2).endsWith(ERROR);
  }

  @OnEachJdk
  void throwsTheBareErrorThroughAClassOfTheApplication(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.CALLBACK).classes()).containsExactly(ERROR);
  }

  @OnEachJdk
  void throwsTheBareErrorToALoopThatTheApplicationWrote(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.OWN_LOOP).classes()).containsExactly(ERROR);
  }

  private static Failure aborted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);

    // then
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    Failure failure = outcome.failures().get(0);
    assertThat(failure.loops())
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
    return failure;
  }
}
