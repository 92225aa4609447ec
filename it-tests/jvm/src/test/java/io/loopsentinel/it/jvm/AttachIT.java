package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.VirtualMachine;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.WaitingProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** The agent is attached to a JVM that has long been running. */
class AttachIT {

  @TempDir private File folder;

  @OnEachJdk
  void guardsAnnotatedMethodsThatAreLoadedAlready(Jdk jdk) throws Exception {
    String config =
        Programs.targets(
            "error",
            "{name: acme, kind: tool, packages: [io.loopsentinel.it], annotated_with:"
                + " \"io.loopsentinel.it.jvm.program.Dispatchers$KeptToolMethod\", tool: arg0.tool,"
                + " args: arg0.arguments}");

    assertStoppedOnceAttached(jdk, config);
  }

  @OnEachJdk
  void isAttachedByTheCommandOfThePage(Jdk jdk) throws Exception {
    File file =
        Programs.file(
            folder,
            Programs.target(
                "Tool", "method: execute, subtypes: true, tool: arg0.tool, args: arg0.arguments"));

    ProgramResult result =
        attachByJcmd(jdk, command().replace("sentinel-config.yaml", file.getPath()));

    assertThat(result.standardOutput()).contains("loop-detected: search");
  }

  @OnEachJdk
  void isAttachedWithTheSettingsOfThePageInTheirQuotes(Jdk jdk) throws Exception {
    Matcher quoted = Pattern.compile("`('\"mode=[^`]+)`").matcher(page());
    assertThat(quoted.find()).isTrue();

    ProgramResult result =
        attachByJcmd(jdk, command().replace("'\"sentinel-config.yaml\"'", quoted.group(1)));

    assertThat(result.standardOutput().lines()).hasSize(7).containsOnly(Programs.RAN);
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("watches for") && line.contains("mode observe"))
        .anyMatch(line -> line.contains("telemetry.log"));
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../../docs/startup.md"));
  }

  /** Returns the command that the page gives. */
  private static String command() throws IOException {
    return page().lines().filter(line -> line.startsWith("jcmd PID")).findFirst().get();
  }

  private static ProgramResult attachByJcmd(Jdk jdk, String command) throws IOException {
    try (RunningProgram running = Programs.attachable(jdk, WaitingProgram.class).start()) {
      running.awaitOutput(text -> text.contains(Programs.RAN), Programs.LIMIT);
      Process jcmd =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  command
                      .replace("jcmd PID", jdk.home() + "/bin/jcmd " + running.pid())
                      .replace("/opt/loop-sentinel.jar", AgentJar.file().getPath()))
              .start();
      String told = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(told).contains("return code: 0");
      running.closeInput();
      return running.await(Programs.LIMIT);
    }
  }

  @OnEachJdk
  void leavesARunningApplicationAloneIfTheConfigurationIsWrong(Jdk jdk) throws Exception {
    ProgramResult result = attach(jdk, "sentinel: {mod: observe}", true);

    assertThat(result.standardOutput().lines()).hasSize(7).containsOnly(Programs.RAN);
    assertThat(result.standardError()).contains("unknown key \"mod\"");
    assertThat(result.agentLines())
        .containsExactly(
            "the application runs WITHOUT its guard, because its configuration cannot be read");
    assertThat(result.exitCode()).isZero();
  }

  private void assertStoppedOnceAttached(Jdk jdk, String config) throws Exception {
    ProgramResult result = attach(jdk, config, false);

    List<String> output = result.standardOutput().lines().toList();
    assertThat(output).hasSize(7);
    assertThat(output.subList(0, 4)).containsOnly(Programs.RAN);
    assertThat(output.subList(4, 6)).allMatch(line -> line.startsWith("loop-detected: search"));
    assertThat(output.get(6)).isEqualTo("error io.loopsentinel.ToolLoopError");
    assertThat(result.standardError()).isEmpty();
  }

  private ProgramResult attach(Jdk jdk, String config, boolean refused) throws Exception {
    File file = Programs.file(folder, config);
    try (RunningProgram running = Programs.attachable(jdk, WaitingProgram.class).start()) {
      running.awaitOutput(text -> text.contains(Programs.RAN), Programs.LIMIT);
      if (refused) {
        assertThatThrownBy(() -> load(running.pid(), file))
            .isInstanceOf(AgentInitializationException.class);
      } else {
        load(running.pid(), file);
      }
      running.closeInput();
      return running.await(Programs.LIMIT);
    }
  }

  private static void load(long pid, File config) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
    try {
      machine.loadAgent(AgentJar.file().getPath(), config.getPath());
    } finally {
      machine.detach();
    }
  }
}
