package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.DeepOutcomeProgram;
import io.loopsentinel.it.jvm.program.DeepStackProgram;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Guarded calls near the end of the stack leave nothing broken behind. */
@FullMatrix(onEachJdk = true)
class DeepStackIT {

  @TempDir private File folder;

  @OnEachJdk
  void laterCallsAreGuardedAndTheJdkWorks(Jdk jdk) {
    assertGoesOn(run(jdk));
  }

  /** Interpreted frames are larger, so that more ends in the middle of an initialisation. */
  @OnEachJdk
  void laterCallsAreGuardedAndTheJdkWorksWhereAllIsInterpreted(Jdk jdk) {
    assertGoesOn(run(jdk, "-Xint"));
  }

  /** No hook has checked the stack of a thread that completes a future. */
  @OnEachJdk
  void laterCallsAreGuardedAndLoggedAfterResultsThatComeThere(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(DeepOutcomeProgram.class)
            .on(jdk)
            .agentConfig(
                folder,
                """
                sentinel:
                  profiles: none
                  targets:
                    - {name: deep, kind: tool, type: %s, method: dispatch,
                       tool: arg0, args: arg1, session: 'arg1["session"]'}
                """
                    .formatted(DeepOutcomeProgram.class.getName()))
            .run(Programs.LIMIT);

    assertThat(result.standardOutput().lines()).containsExactly("completed often", "loop-detected");
    assertThat(result.applicationErrorLines()).isEmpty();
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("the stack of a thread is nearly full"))
        .anyMatch(line -> line.contains("repeat in session looping"));
  }

  private static void assertGoesOn(ProgramResult result) {
    assertThat(result.standardOutput().lines())
        .endsWith("overflowed, and called often", "32 bytes", "loop-detected");
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("the stack of a thread is nearly full"));
    assertThat(result.exitCode()).isZero();
  }

  private ProgramResult run(Jdk jdk, String... jvmOptions) {
    String config =
        Programs.target(
                "Private", "method: dispatch, tool: arg0, args: arg1, session: 'arg1[\"session\"]'")
            .replace("log: error", "log: warn");
    return JavaProgram.ofMain(DeepStackProgram.class)
        .on(jdk)
        .agentConfig(folder, config)
        .jvmOptions(jvmOptions)
        .run(Programs.LIMIT);
  }
}
