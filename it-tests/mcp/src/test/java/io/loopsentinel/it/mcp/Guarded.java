package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which JVMs have the agent; {@link ScenarioProgram} runs once on each JDK for all tests. */
enum Guarded {
  /** None. */
  NOTHING,
  /** That of the clients; its configuration names the run and nothing else. */
  CLIENT,
  /** Those of the servers, with nothing configured. */
  SERVER,
  /** Those of the servers, which are told that a client is one conversation. */
  SERVER_OF_ONE;

  /**
   * JVMs that live for seconds have no use for the optimising compiler, which takes half of that.
   */
  static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String RUN =
      "sentinel: {targets: [{name: answer, kind: run, type: %s, method: answer}]}"
          .formatted(Assistant.class.getName());

  // Error Prone does not know what a test may keep.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<Jdk, ProgramResult> results = new ConcurrentHashMap<>();

  /** Returns what came of a scenario. */
  Outcome outcome(Jdk jdk, Route route, Scenario scenario) {
    return outcomes(result(jdk)).stream()
        .filter(outcome -> outcome.route() == route && outcome.scenario() == scenario)
        .findFirst()
        .orElseThrow();
  }

  /** Returns all that the program left behind, the servers' standard errors included. */
  ProgramResult result(Jdk jdk) {
    return results.computeIfAbsent(jdk, this::run);
  }

  /** Returns all that a program printed. */
  static List<Outcome> outcomes(ProgramResult result) {
    return result
        .standardOutput()
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(Guarded::outcome)
        .toList();
  }

  private ProgramResult run(Jdk jdk) {
    try {
      ProgramResult result = guard(program(jdk)).run(LIMIT);
      assertThat(result.exitCode()).as("exit code of%n%s", result).isZero();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(ScenarioProgram.class)
        .on(jdk)
        .jvmOptions(QUICK_START)
        .arguments(QUICK_START);
  }

  private JavaProgram guard(JavaProgram program) throws IOException {
    String agent = "-javaagent:" + AgentJar.file().getPath();
    return switch (this) {
      case NOTHING -> program;
      case CLIENT -> program.agentConfig(new File("target"), RUN);
      case SERVER -> program.arguments(agent);
      case SERVER_OF_ONE -> program.arguments(agent + "=" + serverOfOneConversation());
    };
  }

  private static String serverOfOneConversation() throws IOException {
    Path file = Files.createTempFile(Path.of("target"), "sentinel-config-", ".yaml");
    return Files.writeString(file, Documentation.serverOfOneConversation()).toString();
  }

  private static Outcome outcome(String line) {
    try {
      return JSON.readValue(line, Outcome.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not an outcome: " + line, e);
    }
  }
}
