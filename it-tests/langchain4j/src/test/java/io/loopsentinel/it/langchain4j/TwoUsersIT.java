package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.Outcome;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Two users ask one assistant at once; each makes a call as often as it may be made. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class TwoUsersIT {

  private final Version version;

  TwoUsersIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void haveHistoriesOfTheirOwn(Jdk jdk) {
    for (Dispatch dispatch : version.dispatches()) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.HEALTHY, jdk, version, ModelBehaviour.TWO_USERS, dispatch);

      // then
      assertThat(outcome.answers())
          .as("%s", outcome)
          .containsExactly(ModelBehaviour.ANSWER, ModelBehaviour.ANSWER);
      assertThat(outcome.loopRuns()).as("%s", dispatch).isEqualTo(6);
      assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(8);
      assertThat(outcome.log().hints()).as("%s", dispatch).isEmpty();
    }
  }
}
