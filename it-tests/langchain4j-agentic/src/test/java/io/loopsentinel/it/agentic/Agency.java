package io.loopsentinel.it.agentic;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
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

  static Outcome outcome(ProgramResult result, Scenario scenario) {
    List<Outcome> outcomes =
        result.jsonLines(Outcome.class).stream()
            .filter(outcome -> outcome.scenario() == scenario)
            .toList();
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  private static ProgramResult run(Jvm jvm) {
    JavaProgram program =
        JavaProgram.ofMain(AgenticProgram.class)
            .on(jvm.jdk())
            // Without it SLF4J says on standard error that there is no logging library.
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR");
    JavaProgram played =
        jvm.guarded()
            ? program.agent().arguments(names(Arrays.stream(Scenario.values())))
            : program.arguments(
                names(Stream.concat(HEALTHY.stream(), Stream.of(Scenario.SUPERVISOR_LOOPING))));
    ProgramResult result = played.run(LIMIT).successful();
    assertThat(result.standardOutput().lines())
        .as("%s", jvm)
        .allMatch(line -> line.startsWith("{"));
    return result;
  }

  private static String[] names(Stream<Scenario> scenarios) {
    return scenarios.map(Scenario::name).toArray(String[]::new);
  }
}
