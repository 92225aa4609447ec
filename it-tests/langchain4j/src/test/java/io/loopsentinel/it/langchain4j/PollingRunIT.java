package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;

/** The same call again is no loop while its results, read off the framework's own type, change. */
class PollingRunIT {

  @OnEachJdk
  void runsACallWhoseResultChangesMoreOftenThanTheThreshold(Jdk jdk) {
    // when
    ProgramResult result = Scenarios.guarded(jdk, ModelBehaviour.POLLING);

    // then
    for (Dispatch dispatch : Dispatch.values()) {
      Outcome outcome = Scenarios.outcome(result, dispatch);
      assertThat(outcome.answer()).as("%s", dispatch).isEqualTo(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(6);
      assertThat(outcome.log().hints()).as("%s", dispatch).isEmpty();
    }
  }
}
