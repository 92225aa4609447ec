package io.loopsentinel.it.mcp;

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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which JVMs have the agent; {@link ScenarioProgram} runs once on each JDK for all tests. */
enum Guarded {
  /** None. */
  NOTHING,
  /** That of the clients; its configuration names the run and nothing else. */
  CLIENT,
  /** Those of the servers, with no file configured. */
  SERVER,
  /** Those of the servers, which are told that a client is one conversation. */
  SERVER_OF_ONE;

  private static final Duration LIMIT = Duration.ofMinutes(6);

  /** Three equal failures are a finding, whatever the arguments. */
  private static final String ERRORS = "-Dloopsentinel.detectors.error.threshold=3";

  private static final String RUN =
      "sentinel: {targets: [{name: answer, kind: run, type: %s, method: answer}]}"
          .formatted(Assistant.class.getName());

  // Error Prone does not know what a test may keep.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<Jdk, ProgramResult> results = new ConcurrentHashMap<>();

  Outcome outcome(Jdk jdk, Route route, Scenario scenario) {
    return result(jdk).jsonLines(Outcome.class).stream()
        .filter(outcome -> outcome.route() == route && outcome.scenario() == scenario)
        .findFirst()
        .orElseThrow();
  }

  /** Returns all that the program left behind, the servers' standard errors included. */
  ProgramResult result(Jdk jdk) {
    return results.computeIfAbsent(jdk, this::run);
  }

  private ProgramResult run(Jdk jdk) {
    try {
      return guard(program(jdk)).run(LIMIT).successful();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(ScenarioProgram.class)
        .on(jdk)
        .jvmOptions(JavaProgram.QUICK_START)
        .jvmOptions(ERRORS)
        .arguments(JavaProgram.QUICK_START)
        .arguments(ERRORS);
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
}
