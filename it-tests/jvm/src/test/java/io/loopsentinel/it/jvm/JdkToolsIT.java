package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's own programs under {@code JAVA_TOOL_OPTIONS}: the agent must not be heard of. */
class JdkToolsIT {

  @TempDir private File folder;

  @OnEachJdk
  void saysNothingInToolsOfTheJdk(Jdk jdk) throws Exception {
    for (List<String> command :
        List.of(
            List.of("keytool", "-help"),
            List.of("jcmd", "-l"),
            List.of("javac", "--version"),
            List.of("jshell", "--version"))) {
      assertThat(output(jdk, command)).as("%s", command).isNotEmpty().noneMatch(JdkToolsIT::isOwn);
    }
  }

  @OnEachJdk
  void guardsAProgramStartedFromItsSource(Jdk jdk) throws Exception {
    File source = new File(folder, "Main.java");
    Files.writeString(
        source.toPath(),
        "public class Main { public static void main(String[] a) { System.out.println(42); } }");

    List<String> output = output(jdk, List.of("java", source.getPath()));

    assertThat(output).contains("42");
    assertThat(output).filteredOn(JdkToolsIT::isOwn).hasSize(2);
  }

  /** Lists of processes may name the agent's jar, too. */
  private static boolean isOwn(String line) {
    return line.startsWith("[loop-sentinel]");
  }

  private List<String> output(Jdk jdk, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(arguments);
    command.set(0, new File(jdk.java().getParentFile(), arguments.get(0)).getPath());
    File output = File.createTempFile("output", ".txt", folder);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-javaagent:" + AgentJar.file().getPath());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(Programs.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return Files.readAllLines(output.toPath(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }
}
