package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.PatientProgram;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Many calls wait for a person at once. */
@FullMatrix(onEachJdk = true)
class WaitingCallsIT {

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        overrides: {pay: {threshold: 1, escalation: [ask, abort]}}
        ask: {timeout: 1h, max_waiting: 200}
        targets:
          - {name: pay, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: '""'}
      """;

  @TempDir private File folder;

  @OnEachJdk
  void getEachItsOwnAnswerAndWaitNoLongerWhenTheJvmEnds(Jdk jdk) throws Exception {
    ProgramResult result =
        JavaProgram.ofMain(PatientProgram.class)
            .on(jdk)
            // With one carrier alone, a virtual thread that pinned it would keep all others out.
            .jvmOptions("-Djdk.virtualThreadScheduler.parallelism=1")
            .jvmOptions("-Djdk.virtualThreadScheduler.maxPoolSize=1")
            .agentConfig(folder, CONFIG.replace("TYPE", PatientProgram.Payments.class.getName()))
            .run(Programs.LIMIT);

    assertThat(result.exitCode()).as(result.standardError()).isZero();
    assertThat(result.standardOutput().lines())
        .containsExactly(
            "all wait: true",
            "got their own answer: 100",
            "still wait: 100",
            "aborted at the end: 100");
    assertThat(result.standardError())
        .contains("nobody answered (the JVM or the agent ends); done: abort")
        .doesNotContain("goes on unguarded", "continues unguarded");
  }
}
