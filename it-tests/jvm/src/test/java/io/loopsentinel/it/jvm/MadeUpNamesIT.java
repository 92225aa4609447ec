package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.MadeUpNamesProgram;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** Overrides with many wildcards, and a model that makes up names of tools to go with them. */
@FullMatrix
class MadeUpNamesIT {

  /** The first name alone takes longer by a regular expression than anybody waits. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        overrides:
          "*a*a*a*a*a*a*a*a*b": {threshold: 9}
          "*_get_*_by_*": {threshold: 9}
          "get_*": {threshold: 9}
        targets:
          - name: acme
            kind: tool
            type: io.loopsentinel.it.jvm.program.MadeUpNamesProgram$Dispatcher
            method: dispatch
            session: arg0
            tool: arg1
            args: arg2
      """;

  @TempDir private File folder;

  @OnEachJdk(17)
  void doesNotHoldUpTheApplication(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(MadeUpNamesProgram.class).on(jdk).agentConfig(folder, CONFIG).run(LIMIT);

    assertThat(result.exitCode()).isZero();
    assertThat(result.standardOutput().lines())
        .hasSize(2 * 4 * 4)
        .startsWith("aaaaa ran", "aaaaa ran", "aaaaa ran", "aaaaa loop-detected")
        .filteredOn(line -> line.startsWith("get_o"))
        .containsOnly("get_o ran");
  }
}
