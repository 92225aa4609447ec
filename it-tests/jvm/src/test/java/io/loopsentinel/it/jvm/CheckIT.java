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
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** {@code java -jar loop-sentinel.jar check}, from the jar that ships. */
@FullMatrix(onEachJdk = true)
class CheckIT {

  private static final String DISPATCHERS = "io.loopsentinel.it.jvm.program.Dispatchers$";

  @TempDir private File folder;

  @OnEachJdk
  void saysWhatTheAgentLogsOfTheMethodThatIsCalled(Jdk jdk) throws IOException {
    File config =
        config(
            "{name: acme, kind: tool, type: "
                + DISPATCHERS
                + "Plain, method: execute, tool: arg0.tool, args: arg0.arguments}");

    ProgramResult checked = check(jdk, config);
    ProgramResult guarded =
        Programs.looping(jdk, "Plain", 1).agentArguments(config.getPath()).run(Programs.LIMIT);

    assertThat(checked.exitCode()).as("%s", checked).isZero();
    List<String> lines =
        checked
            .standardOutput()
            .lines()
            .dropWhile(line -> !line.startsWith(DISPATCHERS))
            .takeWhile(line -> !line.isEmpty())
            .toList();
    assertThat(lines)
        .hasSizeGreaterThan(5)
        .contains("  tool          arg0.tool -> java.lang.String");
    assertThat(guarded.agentLines()).containsSequence(lines);
  }

  private File config(String... targets) throws IOException {
    File file = new File(folder, "sentinel-config.yaml");
    Files.writeString(file.toPath(), Programs.targets("debug", targets));
    return file;
  }

  private static ProgramResult check(Jdk jdk, File config) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments("check", "--verbose", "-c", config.getPath(), TestClasses.folder().getPath())
        .run(Programs.LIMIT);
  }
}
