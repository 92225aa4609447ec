package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Runs {@link AgenticProgram}, once for all tests. */
final class Agency {

  /** Scenarios in which nothing is wrong. */
  static final List<Scenario> HEALTHY =
      List.of(
          Scenario.SUPERVISOR_HEALTHY,
          Scenario.LOOP_ON_THE_SCOPE,
          Scenario.TWO_USERS,
          Scenario.TWO_QUESTIONS);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<Jvm, ProgramResult> RESULTS = new ConcurrentHashMap<>();

  private record Jvm(boolean guarded, Jdk jdk) {}

  private Agency() {}

  /** Plays all scenarios with nothing configured. */
  static ProgramResult guarded(Jdk jdk) {
    return RESULTS.computeIfAbsent(new Jvm(true, jdk), Agency::run);
  }

  /** Plays those scenarios that come to an end without the agent. */
  static ProgramResult unguarded(Jdk jdk) {
    return RESULTS.computeIfAbsent(new Jvm(false, jdk), Agency::run);
  }

  /** Returns what came of a scenario with one user. */
  static Outcome outcome(ProgramResult result, Scenario scenario) {
    List<Outcome> outcomes = outcomes(result, scenario);
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  /** Returns what came of a scenario, for each of its users. */
  static List<Outcome> outcomes(ProgramResult result, Scenario scenario) {
    return result
        .standardOutput()
        .lines()
        .map(Agency::outcome)
        .filter(outcome -> outcome.scenario() == scenario)
        .toList();
  }

  private static ProgramResult run(Jvm jvm) {
    JavaProgram program =
        JavaProgram.ofMain(AgenticProgram.class)
            .on(jvm.jdk())
            // Without it SLF4J says on standard error that there is no logging library.
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
    ProgramResult result =
        jvm.guarded()
            ? program.agent().arguments(names(Arrays.stream(Scenario.values()))).run(LIMIT)
            : program
                .arguments(
                    names(Stream.concat(HEALTHY.stream(), Stream.of(Scenario.SUPERVISOR_LOOPING))))
                .run(LIMIT);
    assertThat(result.exitCode()).as("exit code of %s:%n%s", jvm, result).isZero();
    return result;
  }

  private static String[] names(Stream<Scenario> scenarios) {
    return scenarios.map(Scenario::name).toArray(String[]::new);
  }

  private static Outcome outcome(String line) {
    try {
      return JSON.readValue(line, Outcome.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not an outcome: " + line, e);
    }
  }
}
