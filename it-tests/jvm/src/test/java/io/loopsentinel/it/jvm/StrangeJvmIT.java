package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.WrappingAgent;
import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.io.TempDir;

/** JVMs on which the agent has to make do. Another agent plays them, in front of the real ones. */
@FullMatrix(onEachJdk = true)
class StrangeJvmIT {

  @TempDir private File folder;

  @OnEachJdk
  void saysThatAJvmIsTooOldAndLetsTheApplicationStart(Jdk jdk) throws IOException {
    ProgramResult result = run(jdk, "old");

    assertThat(result.agentLines())
        .containsExactly(
            "needs Java 17 or newer, this is Java 8; the application runs without its guard");
    assertThat(result.standardOutput().lines()).containsOnly(Programs.RAN).hasSize(6);
    assertThat(result.exitCode()).isZero();
  }

  @OnEachJdk
  void appendsTheHookToTheBootClassPathIfItMustNotDefineIt(Jdk jdk) throws IOException {
    ProgramResult result = run(jdk, "refusing");

    assertThat(result.agentLines())
        .first()
        .isEqualTo(
            "appends to the boot class path, because it cannot define a class in java.lang:"
                + " java.lang.UnsupportedOperationException: modules stay closed");
    assertThat(result.standardOutput().lines().toList())
        .hasSize(6)
        .startsWith(Programs.RAN, Programs.RAN, Programs.RAN)
        .endsWith("error io.loopsentinel.ToolLoopError");
    assertThat(result.exitCode()).isZero();
  }

  @OnEachJdk
  void removesTheJarItAppendedWhenTheJvmEnds(Jdk jdk) throws IOException {
    File temporary = new File(folder, "temporary");
    assertThat(temporary.mkdir()).isTrue();

    ProgramResult result = run(jdk, "refusing", "-Djava.io.tmpdir=" + temporary.getPath());

    assertThat(result.agentLines()).isNotEmpty();
    assertThat(temporary.list()).isEmpty();
  }

  private ProgramResult run(Jdk jdk, String kind, String... jvmOptions) throws IOException {
    File config =
        Programs.file(
            folder,
            Programs.target("Private", "method: dispatch, tool: arg0, args: arg1")
                .replace("log: error", "log: warn"));
    JavaProgram program =
        Programs.looping(jdk, "Private", 6)
            .classPath(TestClasses.folder(), AgentJar.file())
            .jvmOptions(
                "-javaagent:"
                    + AgentJars.write(folder, WrappingAgent.class).getPath()
                    + "="
                    + kind
                    + ":"
                    + config)
            .jvmOptions(jvmOptions);
    return program.run(Programs.LIMIT);
  }
}
