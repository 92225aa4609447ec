package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two users ask one assistant at once; each makes a call as often as it may be made. */
@ParameterizedClass
@EnumSource(Version.class)
class TwoUsersIT {

  private final Version version;

  TwoUsersIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void haveHistoriesOfTheirOwn(Jdk jdk) {
    for (Dispatch dispatch : version.dispatches()) {
      // when
      List<Outcome> outcomes =
          Scenarios.outcomes(
              Scenarios.run(Guard.HEALTHY, jdk, version),
              new Scenario(ModelBehaviour.TWO_USERS, dispatch));

      // then
      assertThat(outcomes)
          .as("%s", dispatch)
          .hasSize(2)
          .allSatisfy(
              outcome -> {
                assertThat(outcome.answer()).isEqualTo(ModelBehaviour.ANSWER);
                assertThat(outcome.loopRuns()).isEqualTo(6);
                assertThat(outcome.log().requests()).isEqualTo(8);
                assertThat(outcome.log().hints()).isEmpty();
              });
    }
  }
}
