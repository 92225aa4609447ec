package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** A user's target that guards nothing is reported at the latest when the JVM ends. */
@FullMatrix
class UnmatchedTargetIT {

  private static final String PACKAGE = "io.loopsentinel.it.jvm.program.";

  @TempDir private File folder;

  @OnEachJdk(17)
  void namesWhatMayHaveBeenMeant(Jdk jdk) {
    String config =
        Programs.targets(
            "warn",
            "{name: matched, kind: run, type: " + PACKAGE + "Dispatchers$Plain, method: execute}",
            "{name: moved, kind: run, type: com.acme.LoopingProgram, method: main}",
            "{name: mistyped, kind: run, type: " + PACKAGE + "Dispatchers$Plain, method: exekute}",
            "{name: abstract, kind: run, type: " + PACKAGE + "Dispatchers$Tool, method: execute}");
    JavaProgram program = Programs.looping(jdk, "Plain", 1).agentConfig(folder, config);

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.standardOutput().strip()).isEqualTo(Programs.RAN);
    assertThat(result.agentLines()).hasSize(3);
    assertThat(result.agentLines().get(0))
        .matches("target moved \\(.*\\.yaml:6:7\\) has matched no method so far: no class .*")
        .endsWith("; there is " + PACKAGE + "LoopingProgram");
    assertThat(result.agentLines().get(1))
        .startsWith("target mistyped")
        .endsWith("declares no exekute; there is execute(Dispatchers$Request)");
    assertThat(result.agentLines().get(2))
        .startsWith("target abstract")
        .endsWith(PACKAGE + "Dispatchers$Tool; set subtypes: true");
  }
}
