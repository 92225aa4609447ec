package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Outcome;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The control: what the very same programs do without the agent. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class UnguardedLoopIT {

  private static final int ROUND_TRIPS = 100;

  private final Version version;

  UnguardedLoopIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void runsIntoLangChain4jsOwnLimit(Jdk jdk) {
    for (Dispatch dispatch : Scenarios.limited(version)) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.NONE, jdk, version, ModelBehaviour.LOOPING, dispatch);

      // then
      assertThat(outcome.toolRuns())
          .as("%s", outcome)
          .isEqualTo(ROUND_TRIPS * dispatch.callsPerResponse());
      assertThat(outcome.failures())
          .as("%s", dispatch)
          .containsExactly(new Failure(List.of("java.lang.RuntimeException"), List.of()));
    }
  }
}
