package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.NewestVersion;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;
import java.util.Collections;

/** A model that is told something from outside while it works. */
@NewestVersion
@FullMatrix
class ToldIT {

  @OnEachJdk(17)
  void readsItBelowTheNextResult(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(ToldProgram.class).on(jdk).agent().run(Duration.ofMinutes(5));

    int ways = Dispatch.values().length;
    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .containsExactlyElementsOf(Collections.nCopies(ways, "[told by tool] after 3 requests"));
    assertThat(result.agentLines())
        .filteredOn(line -> line.endsWith("a word from the operator is added to the result"))
        .hasSize(ways);
  }
}
