package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs {@link ScenarioProgram}; runs that are alike are run once for all tests. */
final class Scenarios {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<Scenario, ProgramResult> RESULTS = new ConcurrentHashMap<>();

  private record Scenario(String guard, Jdk jdk, ModelBehaviour behaviour) {}

  private Scenarios() {}

  static ProgramResult unguarded(Jdk jdk, ModelBehaviour behaviour) {
    return run(new Scenario("none", jdk, behaviour), UnaryOperator.identity());
  }

  static ProgramResult guarded(Jdk jdk, ModelBehaviour behaviour) {
    return run(
        new Scenario("default", jdk, behaviour),
        program -> program.classPath(withoutLoopSentinel()).agent());
  }

  /** Guards by one action, which every finding brings about. */
  static ProgramResult guarded(Jdk jdk, ModelBehaviour behaviour, String action, File folder) {
    String yaml = "sentinel:\n  default: {action: " + action + "}\n";
    return run(
        new Scenario(action, jdk, behaviour),
        program -> program.classPath(withoutLoopSentinel()).agentConfig(folder, yaml));
  }

  /** Returns what a run printed about one way of dispatch. */
  static Outcome outcome(ProgramResult result, Dispatch dispatch) {
    return result
        .standardOutput()
        .lines()
        .map(Scenarios::outcome)
        .filter(outcome -> outcome.dispatch() == dispatch)
        .findFirst()
        .orElseThrow();
  }

  private static ProgramResult run(Scenario scenario, UnaryOperator<JavaProgram> guard) {
    return RESULTS.computeIfAbsent(
        scenario,
        key -> {
          JavaProgram program =
              JavaProgram.ofMain(ScenarioProgram.class)
                  .on(key.jdk())
                  .arguments(key.behaviour().name());
          ProgramResult result = guard.apply(program).run(LIMIT);
          assertThat(result.exitCode()).as("exit code of %s:%n%s", key, result).isZero();
          return result;
        });
  }

  private static Outcome outcome(String line) {
    try {
      return JSON.readValue(line, Outcome.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not an outcome: " + line, e);
    }
  }

  /**
   * A guarded application gets {@code ToolLoopError} from the agent's jar, and from nowhere else.
   */
  private static File[] withoutLoopSentinel() {
    return classPath().filter(entry -> !isBootstrap(entry)).toArray(File[]::new);
  }

  private static Stream<File> classPath() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getProperty("java.class.path"))
        .map(File::new);
  }

  private static boolean isBootstrap(File entry) {
    return entry.isDirectory()
        ? new File(entry, "io/loopsentinel/ToolLoopError.class").isFile()
        : entry.getName().startsWith("loop-sentinel-bootstrap");
  }
}
