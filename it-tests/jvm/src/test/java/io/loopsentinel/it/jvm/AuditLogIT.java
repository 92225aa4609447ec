package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HaltingProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The audit log of real JVMs, those that end badly among them. */
@FullMatrix
class AuditLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TARGET = "method: dispatch, tool: arg0, args: arg1, session: thread";

  @TempDir private File folder;

  @OnEachJdk
  void holdsAllUpToTheEndOfTheJvm(Jdk jdk) throws IOException {
    ProgramResult result =
        Programs.looping(jdk, "Private", 4).agentConfig(folder, config(log())).run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .startsWith(Programs.RAN, Programs.RAN, Programs.RAN);
    assertThat(result.standardError()).isEmpty();
    assertThat(types(Files.readAllLines(log().toPath())))
        .startsWith("agent.started")
        .containsSubsequence("call", "call", "call")
        .contains("loop.detected", "tool.result")
        .filteredOn(type -> type.equals("call"))
        .hasSize(4);
  }

  @Test
  void losesTheLastLineAtMostWhereTheJvmIsKilled() throws IOException {
    JavaProgram program =
        JavaProgram.ofMain(HaltingProgram.class)
            .on(Jdks.running())
            .agentConfig(folder, config(log()));
    ProgramResult killed = program.arguments(log().getPath(), "60000").run(Programs.LIMIT);
    assertThat(killed.exitCode()).isEqualTo(9);

    program.arguments(log().getPath(), "120000").run(Programs.LIMIT);

    List<String> lines = Files.readAllLines(log().toPath());
    long torn = lines.stream().filter(line -> !isWhole(line)).count();
    assertThat(torn).isLessThanOrEqualTo(2);
    assertThat(lines.stream().filter(line -> line.contains("\"agent.started\""))).hasSize(2);
    ProgramResult replay =
        JavaProgram.ofJar(AgentJar.file())
            .arguments("replay", log().getPath(), "--json", "-")
            .run(Programs.LIMIT);
    JsonNode report = JSON.readTree(replay.standardOutput());
    assertThat(report.get("broken_lines").asLong()).isEqualTo(torn);
    assertThat(report.get("runs")).hasSize(2);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isNotMissedByTheApplicationWhereTheDiskIsFull() {
    ProgramResult result =
        Programs.looping(Jdks.running(), "Private", 4)
            .agentConfig(folder, config(new File("/dev/full")).replace("log: error", "log: warn"))
            .run(Programs.LIMIT);

    assertThat(result.exitCode()).isZero();
    assertThat(result.standardOutput().lines()).hasSize(4).contains(Programs.RAN);
    assertThat(result.agentLines())
        .filteredOn(line -> line.startsWith("audit log"))
        .singleElement()
        .asString()
        .contains("/dev/full", "No space left on device", "telemetry.audit.file");
  }

  private File log() {
    return new File(folder, "audit.jsonl");
  }

  private static String config(File log) {
    return Programs.target("Private", TARGET)
        .replace("log: error", "log: error, audit: {file: " + log + ", calls: true}");
  }

  private static List<String> types(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceAll(".*?\"type\":\"([a-z.]+)\".*", "$1"))
        .toList();
  }

  private static boolean isWhole(String line) {
    try {
      return JSON.readTree(line).isObject();
    } catch (IOException torn) {
      return false;
    }
  }
}
