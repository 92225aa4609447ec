package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@code action: abort}, the caller finds the error in whatever LangChain4j throws. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class AbortedLoopIT {

  private static final String ERROR = ToolLoopError.class.getName();

  private final Version version;

  AbortedLoopIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void givesTheErrorToTheCallerInThePlaceOfTheFourthCall(Jdk jdk) {
    for (Dispatch dispatch : Scenarios.guarded(version)) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.ABORTING, jdk, version, ModelBehaviour.LOOPING, dispatch);

      // then
      assertThat(outcome.answers()).as("%s", dispatch).isEmpty();
      assertThat(outcome.loopRuns()).as("%s", dispatch).isEqualTo(3);
      assertThat(outcome.log().hints()).as("%s", dispatch).isEmpty();
      assertThat(outcome.failures())
          .as("%s", outcome)
          .flatExtracting(Failure::loops)
          .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
    }
  }

  @OnEachJdk
  void throwsItBareWhereTheToolIsExecutedOnTheCallersThread(Jdk jdk) {
    // Before 1.0 it has to be an exception: on a client's thread, an error reaches nobody.
    Dispatch[] onCallersThread =
        version.isSince(Version.V1_0)
            ? new Dispatch[] {Dispatch.SYNCHRONOUS, Dispatch.EXECUTOR}
            : new Dispatch[] {Dispatch.EXECUTOR};
    for (Dispatch dispatch : onCallersThread) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.ABORTING, jdk, version, ModelBehaviour.LOOPING, dispatch);

      // then
      assertThat(outcome.failures())
          .as("%s", dispatch)
          .flatExtracting(Failure::classes)
          .containsExactly(ERROR);
    }
  }
}
