package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;

/** A run without a loop is as it was without the agent. */
class HealthyRunIT {

  @OnEachJdk
  void makesEveryCallAndAnswers(Jdk jdk) {
    // when
    ProgramResult result = Scenarios.guarded(jdk, ModelBehaviour.HEALTHY);

    // then
    for (Dispatch dispatch : Dispatch.values()) {
      Outcome outcome = Scenarios.outcome(result, dispatch);
      assertThat(outcome.answer()).as("%s", dispatch).isEqualTo(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(4);
      assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(4);
    }
  }

  @OnEachJdk
  void writesTheSameToStandardOutput(Jdk jdk) {
    // given
    ProgramResult unguarded = Scenarios.unguarded(jdk, ModelBehaviour.HEALTHY);

    // when
    ProgramResult guarded = Scenarios.guarded(jdk, ModelBehaviour.HEALTHY);

    // then
    assertThat(guarded.standardOutput()).isEqualTo(unguarded.standardOutput());
  }

  @OnEachJdk
  void addsOneLineToStandardError(Jdk jdk) {
    // given
    ProgramResult unguarded = Scenarios.unguarded(jdk, ModelBehaviour.HEALTHY);

    // when
    ProgramResult guarded = Scenarios.guarded(jdk, ModelBehaviour.HEALTHY);

    // then
    assertThat(guarded.agentLines()).hasSize(1);
    assertThat(guarded.applicationErrorLines()).isEqualTo(unguarded.applicationErrorLines());
  }
}
