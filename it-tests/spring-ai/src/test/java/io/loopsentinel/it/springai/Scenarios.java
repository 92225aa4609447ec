package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs {@link ScenarioProgram} with and without the agent, once on each JDK for all tests. */
final class Scenarios {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Map<Jdk, ProgramResult> GUARDED = new ConcurrentHashMap<>();
  private static final Map<Jdk, ProgramResult> UNGUARDED = new ConcurrentHashMap<>();

  private Scenarios() {}

  /** Plays all behaviours, guarded, with nothing configured. */
  static ProgramResult guarded(Jdk jdk) {
    return GUARDED.computeIfAbsent(jdk, key -> run(program(key, ModelBehaviour.values()).agent()));
  }

  /** Plays one behaviour, guarded as a configuration says. */
  static List<Outcome> guarded(Jdk jdk, File folder, String yaml, ModelBehaviour behaviour) {
    return outcomes(run(program(jdk, behaviour).agentConfig(folder, yaml)), behaviour);
  }

  /** Plays those behaviours that come to an end without a guard. */
  static ProgramResult unguarded(Jdk jdk) {
    return UNGUARDED.computeIfAbsent(
        jdk, key -> run(program(key, ModelBehaviour.LOOPING, ModelBehaviour.HEALTHY)));
  }

  /** Returns what a run printed about a scenario. */
  static Outcome outcome(ProgramResult result, ModelBehaviour behaviour, Dispatch dispatch) {
    return outcomes(result, behaviour).stream()
        .filter(outcome -> outcome.dispatch() == dispatch)
        .findFirst()
        .orElseThrow();
  }

  /** Returns what a run printed about a behaviour, for each way of dispatch. */
  static List<Outcome> outcomes(ProgramResult result, ModelBehaviour behaviour) {
    List<Outcome> outcomes =
        result
            .standardOutput()
            .lines()
            .filter(line -> line.startsWith("{"))
            .map(Scenarios::outcome)
            .filter(outcome -> outcome.behaviour() == behaviour)
            .toList();
    assertThat(outcomes).extracting(Outcome::dispatch).containsExactly(Dispatch.values());
    return outcomes;
  }

  private static JavaProgram program(Jdk jdk, ModelBehaviour... behaviours) {
    return JavaProgram.ofMain(ScenarioProgram.class)
        .on(jdk)
        .arguments(Arrays.stream(behaviours).map(Enum::name).toArray(String[]::new));
  }

  private static ProgramResult run(JavaProgram program) {
    ProgramResult result = program.run(LIMIT);
    assertThat(result.exitCode()).as("exit code of%n%s", result).isZero();
    return result;
  }

  private static Outcome outcome(String line) {
    try {
      return JSON.readValue(line, Outcome.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not an outcome: " + line, e);
    }
  }
}
