package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** With {@code action: abort}, the caller gets the error, in whatever LangChain4j wraps it. */
class AbortedLoopIT {

  private static final String ERROR = ToolLoopError.class.getName();

  @TempDir private File folder;

  @OnEachJdk
  void throwsTheBareErrorToTheCallerOfASynchronousRun(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.SYNCHRONOUS).failures()).containsExactly(ERROR);
  }

  @OnEachJdk
  void throwsAWrappedErrorToTheCallerOfARunWithConcurrentTools(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.CONCURRENT).failures()).contains(ERROR);
  }

  @OnEachJdk
  void passesAWrappedErrorToOnErrorOfAStreamingRun(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.STREAMING).failures()).contains(ERROR);
  }

  @OnEachJdk
  void throwsTheBareErrorToTheCallerOfARunWhoseToolIsALambda(Jdk jdk) {
    assertThat(aborted(jdk, Dispatch.LAMBDA).failures()).containsExactly(ERROR);
  }

  @OnEachJdk
  void climbsFromTwoHintsToTheErrorWhereTheModelDoesNotListen(Jdk jdk) {
    // when
    Outcome outcome =
        Scenarios.outcome(Scenarios.guarded(jdk, ModelBehaviour.STUBBORN), Dispatch.SYNCHRONOUS);

    // then
    assertThat(outcome.loopRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    assertThat(outcome.failures()).containsExactly(ERROR);
  }

  private Outcome aborted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome =
        Scenarios.outcome(
            Scenarios.guarded(jdk, ModelBehaviour.LOOPING, "abort", folder), dispatch);

    // then
    assertThat(outcome.answer()).isNull();
    assertThat(outcome.loopRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).isEmpty();
    assertThat(outcome.loop())
        .isEqualTo(new Outcome.Loop(ToolLoopError.Status.CALL_ABORTED, "search", 3, "repeat"));
    return outcome;
  }
}
