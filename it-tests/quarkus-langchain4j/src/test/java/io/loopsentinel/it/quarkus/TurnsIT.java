package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Matrix;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;

/** Responses are turns of the session that their calls belong to. */
class TurnsIT {

  private static final String CAP = "sentinel: {budget: {turns: 3}}";

  @TempDir private File folder;

  @OnEachJdk
  void tellsAModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    for (Outcome outcome : QuarkusScenarios.guarded(jdk, ModelBehaviour.CHATTING)) {
      assertThat(outcome.failures()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.log().warnings())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("You have said nearly the same 4 times in a row");
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(7);
    }
  }

  @OnEachJdk
  void refusesTheFourthRequestWhereThreeTurnsAreAllowed(Jdk jdk) {
    Assumptions.assumeTrue(Matrix.isFull(), "A JVM more, for all JDKs and versions");
    for (Outcome outcome :
        QuarkusScenarios.executed(SCENARIOS.guarded(jdk, ModelBehaviour.HEALTHY, folder, CAP))) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).isEmpty();
    }
  }
}
