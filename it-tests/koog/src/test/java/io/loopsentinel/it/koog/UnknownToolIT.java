package io.loopsentinel.it.koog;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;

/** Koog answers calls of a tool that does not exist with a result that says so. */
class UnknownToolIT {

  @OnEachJdk
  void endsTheRun(Jdk jdk) {
    for (Outcome outcome : Scenarios.outcomes(Scenarios.guarded(jdk), ModelBehaviour.INVENTING)) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isZero();
      assertThat(outcome.failures().get(0).loops())
          .as("%s", outcome.dispatch())
          .singleElement()
          .satisfies(loop -> assertThat(loop.tool()).isEqualTo("find"));
    }
  }
}
