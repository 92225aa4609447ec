package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.Outcome;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A tool that fails in the same way, whatever it is asked. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class FailingToolIT {

  private final Version version;

  FailingToolIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void warnsTheModelInTheVeryResultOfTheThirdFailure(Jdk jdk) {
    for (Dispatch dispatch : thatTellTheModel()) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.LOOPING, jdk, version, ModelBehaviour.FAILING, dispatch);

      // then
      assertThat(outcome.answers()).as("%s", outcome).containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(3);
      assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(4);
      assertThat(outcome.log().hints())
          .as("%s", dispatch)
          .singleElement()
          .asString()
          .startsWith("Error: the catalogue is closed")
          .contains("loop-detected: search");
    }
  }

  /**
   * Up to 1.3, what an executor of the application throws ends the run; and so it does in 1.4,
   * which asks it for a cause it has not got.
   */
  private List<Dispatch> thatTellTheModel() {
    return Arrays.stream(Scenarios.guarded(version))
        .filter(dispatch -> version == Version.NEWEST || !isOfApplication(dispatch))
        .toList();
  }

  private static boolean isOfApplication(Dispatch dispatch) {
    return dispatch == Dispatch.EXECUTOR || dispatch == Dispatch.LAMBDA;
  }
}
