package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.WaitingProgram;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The agent's jar is overwritten while a JVM uses it, as by a roll-out that copies files. */
@FullMatrix(onEachJdk = true)
class OverwrittenJarIT {

  @TempDir private Path folder;

  @OnEachJdk
  void isToldAndLeavesTheApplicationAlone(Jdk jdk) throws Exception {
    Path jar = Files.copy(AgentJar.file().toPath(), folder.resolve("agent.jar"));
    Path config =
        Files.writeString(
            folder.resolve("config.yaml"),
            Programs.target(
                "Tool", "method: execute, subtypes: true, tool: arg0.tool, args: arg0.arguments"));
    File classes = new File(WaitingProgram.class.getResource("/").toURI());
    JavaProgram program =
        JavaProgram.ofMain(WaitingProgram.class)
            .on(jdk)
            .classPath(classes)
            .jvmOptions("-javaagent:" + jar + "=" + config);

    try (RunningProgram running = program.start()) {
      running.awaitOutput(text -> text.contains(Programs.RAN), Programs.LIMIT);

      Files.write(jar, new byte[1 << 20]);
      running.closeInput();
      ProgramResult result = running.await(Programs.LIMIT);

      assertThat(result.exitCode()).isZero();
      assertThat(result.standardOutput()).startsWith(Programs.RAN + "\n" + Programs.RAN);
      assertThat(result.agentLines())
          .filteredOn(line -> line.contains(jar + " was overwritten while this JVM uses it"))
          .hasSize(1);
    }
  }
}
