package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  private static final int ROUND_TRIPS = 100;

  @OnEachJdk
  void runsIntoLangChain4jsOwnLimit(Jdk jdk) {
    // when
    ProgramResult result = Scenarios.unguarded(jdk, ModelBehaviour.LOOPING);

    // then
    for (Dispatch dispatch : Dispatch.values()) {
      Outcome outcome = Scenarios.outcome(result, dispatch);
      assertThat(outcome.toolRuns())
          .as("%s", dispatch)
          .isEqualTo(ROUND_TRIPS * dispatch.callsPerResponse());
      assertThat(outcome.failures())
          .as("%s", dispatch)
          .containsExactly("java.lang.RuntimeException");
      assertThat(outcome.loop()).as("%s", dispatch).isNull();
    }
  }
}
