package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.Outcome;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A run without a loop is as it was without the agent. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class HealthyRunIT {

  private final Version version;

  HealthyRunIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void makesEveryCallAndAnswers(Jdk jdk) {
    for (Dispatch dispatch : version.dispatches()) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.HEALTHY, jdk, version, ModelBehaviour.HEALTHY, dispatch);

      // then
      assertThat(outcome.answers()).as("%s", outcome).containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(4);
      assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(4);
    }
  }

  @OnEachJdk
  void printsTheSame(Jdk jdk) {
    for (Dispatch dispatch : version.dispatches()) {
      // given
      Outcome unguarded =
          Scenarios.outcome(Guard.NONE, jdk, version, ModelBehaviour.HEALTHY, dispatch);

      // when
      Outcome guarded =
          Scenarios.outcome(Guard.HEALTHY, jdk, version, ModelBehaviour.HEALTHY, dispatch);

      // then
      assertThat(guarded).isEqualTo(unguarded);
    }
  }

  @OnEachJdk
  void addsTwoLinesToStandardError(Jdk jdk) {
    // when
    ProgramResult guarded = Scenarios.run(Guard.HEALTHY, jdk, version);

    // then
    assertThat(guarded.agentLines()).hasSize(2);
    assertThat(guarded.applicationErrorLines()).isEmpty();
  }
}
