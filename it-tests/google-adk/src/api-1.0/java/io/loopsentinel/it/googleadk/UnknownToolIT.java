package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** A tool that does not exist ends the run: it cannot go round. */
class UnknownToolIT {

  @OnEachJdk
  void endsTheRunAsWithoutTheAgent(Jdk jdk) {
    assertThat(SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING))
        .isEqualTo(SCENARIOS.unguarded(jdk, ModelBehaviour.GUESSING))
        .allSatisfy(
            outcome -> {
              assertThat(outcome.log().requests()).isEqualTo(1);
              assertThat(outcome.failures())
                  .singleElement()
                  .extracting(failure -> failure.classes().get(0))
                  .isEqualTo("com.google.common.base.VerifyException");
            });
  }
}
