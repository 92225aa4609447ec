package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.Outcome;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The same call again is no loop while its results, read off the framework's own type, change. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class PollingRunIT {

  private final Version version;

  PollingRunIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void runsACallWhoseResultChangesMoreOftenThanTheThreshold(Jdk jdk) {
    for (Dispatch dispatch : version.dispatches()) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.HEALTHY, jdk, version, ModelBehaviour.POLLING, dispatch);

      // then
      assertThat(outcome.answers()).as("%s", outcome).containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(6);
      assertThat(outcome.log().hints()).as("%s", dispatch).isEmpty();
    }
  }
}
