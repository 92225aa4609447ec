package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JVM's verifier finds nothing wrong, neither with rewritten methods nor with the hook, whose
 * package it passes over unless told otherwise.
 */
@FullMatrix(onEachJdk = true)
class VerifiedCodeIT {

  @TempDir private File folder;

  @OnEachJdk
  void passesTheVerifier(Jdk jdk) {
    for (String shape :
        new String[] {"Private", "Static", "Final", "Default", "Plain", "Counting"}) {
      String config = Programs.target(shape, "method: \"*\", tool: \"'search'\"");

      ProgramResult result =
          Programs.looping(jdk, shape, 1)
              .jvmOptions("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal")
              .agentConfig(folder, config)
              .run(Programs.LIMIT);

      assertThat(result.exitCode()).isZero();
      assertThat(result.standardOutput().lines()).hasSize(1);
      assertThat(result.standardError()).doesNotContain("VerifyError").doesNotContain("[loop-");
    }
  }
}
