package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.io.TempDir;

/** An application that was packed together with the agent's jar, and then unpacked. */
@FullMatrix(onEachJdk = true)
class UnpackedAgentIT {

  @TempDir private File folder;

  @OnEachJdk
  void isGuardedByTheJarBehindTheUnpackedClasses(Jdk jdk) throws IOException {
    unpack();
    String config =
        Programs.target(
            "Tool", "method: execute, subtypes: true, tool: arg0.tool, args: arg0.arguments");
    JavaProgram program = Programs.looping(jdk, "Plain", 4);

    ProgramResult result =
        program
            .classPath(folder, TestClasses.folder())
            .agentConfig(folder, config)
            .run(Programs.LIMIT);

    assertThat(result.standardError()).isEmpty();
    assertThat(result.standardOutput().lines()).last().asString().startsWith("loop-detected");
  }

  private void unpack() throws IOException {
    try (JarFile jar = new JarFile(AgentJar.file())) {
      List<JarEntry> classes =
          jar.stream()
              .filter(each -> each.getName().matches("io/loopsentinel/launch/.*\\.class"))
              .toList();
      for (JarEntry each : classes) {
        Path file = folder.toPath().resolve(each.getName());
        Files.createDirectories(file.getParent());
        try (InputStream in = jar.getInputStream(each)) {
          Files.copy(in, file);
        }
      }
    }
  }
}
