package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.Outcome;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Runs {@link ScenarioProgram}. A JVM plays many scenarios, one after the other; what it printed is
 * kept for all tests.
 */
final class Scenarios {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<Jvm, ProgramResult> RESULTS = new ConcurrentHashMap<>();

  private record Jvm(Guard guard, Jdk jdk, Version version) {}

  /** What is guarded, and which scenarios are played. */
  enum Guard {
    /** Healthy and looping models without the agent; a loop goes on to LangChain4j's own limit. */
    NONE,
    /** Models that do nothing wrong, with nothing configured. */
    HEALTHY,
    /** Models that do, with nothing configured. */
    LOOPING,
    /** Looping models, and {@code action: abort}. */
    ABORTING;

    private Stream<Scenario> scenarios(Version version) {
      Dispatch[] all = version.dispatches().toArray(Dispatch[]::new);
      return switch (this) {
        case NONE ->
            Stream.of(
                    Scenario.each(ModelBehaviour.HEALTHY, all),
                    Scenario.each(ModelBehaviour.TWO_USERS, all),
                    Scenario.each(ModelBehaviour.LOOPING, limited(version)))
                .flatMap(List::stream);
        case HEALTHY ->
            Stream.of(
                    Scenario.each(ModelBehaviour.HEALTHY, all),
                    Scenario.each(ModelBehaviour.TWO_USERS, all),
                    Scenario.each(ModelBehaviour.POLLING, all))
                .flatMap(List::stream);
        case LOOPING ->
            Stream.of(
                    Scenario.each(ModelBehaviour.LOOPING, guarded(version)),
                    Scenario.each(ModelBehaviour.STUBBORN, guarded(version)),
                    Scenario.each(ModelBehaviour.FAILING, guarded(version)))
                .flatMap(List::stream);
        case ABORTING -> Scenario.each(ModelBehaviour.LOOPING, guarded(version)).stream();
      };
    }
  }

  private Scenarios() {}

  /** Returns the ways of dispatch that have a limit of their own to run into. */
  static Dispatch[] limited(Version version) {
    return version.dispatches().stream()
        .filter(dispatch -> dispatch != Dispatch.STREAMING || version.isSince(Version.NEWEST))
        .toArray(Dispatch[]::new);
  }

  /**
   * Returns the ways of dispatch that the agent can guard. Up to 1.3 nothing but the AI service
   * itself calls a lambda.
   */
  static Dispatch[] guarded(Version version) {
    return version.dispatches().stream()
        .filter(dispatch -> dispatch != Dispatch.LAMBDA || version.isSince(Version.V1_4))
        .toArray(Dispatch[]::new);
  }

  /** Runs the scenarios of a JVM, unless that has been done. */
  static ProgramResult run(Guard guard, Jdk jdk, Version version) {
    return RESULTS.computeIfAbsent(new Jvm(guard, jdk, version), Scenarios::run);
  }

  /** Returns the outcome of a scenario. */
  static Outcome outcome(
      Guard guard, Jdk jdk, Version version, ModelBehaviour behaviour, Dispatch dispatch) {
    List<Outcome> outcomes =
        run(guard, jdk, version).jsonLines(Outcome.class).stream()
            .filter(outcome -> outcome.behaviour().equals(behaviour.name()))
            .filter(outcome -> outcome.dispatch().equals(dispatch.name()))
            .toList();
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  /** Returns the outcomes of a behaviour for each way of dispatch, guarded as configured. */
  static List<Outcome> guarded(
      Jdk jdk, Version version, ModelBehaviour behaviour, File folder, String yaml) {
    return program(jdk, version, true, Scenario.each(behaviour, guarded(version)).stream())
        .agentConfig(folder, yaml)
        .run(LIMIT)
        .successful()
        .jsonLines(Outcome.class);
  }

  /** Returns the file that {@code discover} writes while a behaviour is played. */
  static String discovered(Jdk jdk, Version version, ModelBehaviour behaviour, File folder) {
    return OwnFile.discovered(
        program(jdk, version, true, Scenario.each(behaviour, guarded(version)).stream()), folder);
  }

  private static JavaProgram program(
      Jdk jdk, Version version, boolean withApi, Stream<Scenario> scenarios) {
    return JavaProgram.ofMain(ScenarioProgram.class)
        .on(jdk)
        .classPath(version.classPath(withApi))
        // Without it SLF4J says on standard error that there is no logging library.
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        // Two users wait for each other in their tools, which streamed responses call on the
        // common pool; on a machine of two cores it has one thread.
        .jvmOptions("-Djava.util.concurrent.ForkJoinPool.common.parallelism=4")
        .arguments(version.assistants().getName())
        .arguments(scenarios.map(Scenario::argument).toArray(String[]::new));
  }

  private static ProgramResult run(Jvm jvm) {
    JavaProgram program =
        program(
            jvm.jdk(),
            jvm.version(),
            jvm.guard() != Guard.NONE,
            jvm.guard().scenarios(jvm.version()));
    JavaProgram guarded =
        switch (jvm.guard()) {
          case NONE -> program;
          case HEALTHY, LOOPING -> program.agent();
          case ABORTING -> program.agentArguments("default.action=abort");
        };
    ProgramResult result = guarded.run(LIMIT).successful();
    assertThat(result.standardOutput().lines())
        .as("%s", jvm)
        .allMatch(line -> line.startsWith("{"));
    return result;
  }
}
