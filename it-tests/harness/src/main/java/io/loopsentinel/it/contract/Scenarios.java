package io.loopsentinel.it.contract;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.scenario.Outcome;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/**
 * Plays scenarios in a {@link ScenarioProgram} with and without the agent. A scenario is played
 * when a test asks for it first; one JVM per JDK, with and without the agent, plays them all.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
public final class Scenarios<D extends Enum<D>> {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Three equal failures are a finding, whatever the arguments. */
  private static final String ERRORS = "-Dloopsentinel.detectors.error.threshold=3";

  private static final List<RunningProgram> RUNNING = new ArrayList<>();

  private final JavaProgram program;
  private final JavaProgram unguardedProgram;
  private final List<D> dispatches;
  private final Habits habits;
  private final Map<Jvm, RunningProgram> jvms = new ConcurrentHashMap<>();
  private final Map<Scene, Map<D, Outcome>> played = new ConcurrentHashMap<>();

  private record Jvm(Jdk jdk, boolean guarded) {}

  private record Scene(Jvm jvm, String behaviour) {}

  /**
   * Creates scenarios.
   *
   * @param program runs {@link ScenarioProgram#run}
   * @param dispatches the ways of dispatch that it plays, in its order
   * @param habits the habits of its models
   */
  public Scenarios(JavaProgram program, List<D> dispatches, Habits habits) {
    this(program, program, dispatches, habits);
  }

  /**
   * Creates scenarios of a program that is started differently without the agent.
   *
   * @param unguardedProgram the program without the agent, which has to find the API elsewhere
   */
  public Scenarios(
      JavaProgram program, JavaProgram unguardedProgram, List<D> dispatches, Habits habits) {
    this.program = program;
    this.unguardedProgram = unguardedProgram;
    this.dispatches = List.copyOf(dispatches);
    this.habits = habits;
  }

  /** Returns the ways of dispatch, in the order in which they are played. */
  public List<D> dispatches() {
    return dispatches;
  }

  Habits habits() {
    return habits;
  }

  /** Returns the outcomes of a behaviour by way of dispatch, with no file configured. */
  public Map<D, Outcome> guarded(Jdk jdk, Behaviour behaviour) {
    return play(new Jvm(jdk, true), behaviour);
  }

  /** Returns the outcomes of a behaviour by way of dispatch, guarded as configured. */
  public Map<D, Outcome> guarded(Jdk jdk, Behaviour behaviour, File folder, String yaml) {
    return outcomes(
        program
            .on(jdk)
            .agentConfig(folder, yaml)
            .arguments(behaviour.name())
            .run(LIMIT)
            .successful());
  }

  /**
   * Returns the outcomes of each behaviour, by its name, for some ways of dispatch, in this order.
   * One JVM plays them all, guarded as configured.
   */
  Map<String, List<Outcome>> inOneJvm(
      Jdk jdk, List<Behaviour> behaviours, List<D> some, File folder, String yaml) {
    String[] names =
        behaviours.stream()
            .flatMap(
                behaviour ->
                    some.stream().map(way -> behaviour.name() + ScenarioProgram.ONLY + way.name()))
            .toArray(String[]::new);
    return program
        .on(jdk)
        .agentConfig(folder, yaml)
        .arguments(names)
        .run(LIMIT)
        .successful()
        .jsonLines(Outcome.class)
        .stream()
        .collect(Collectors.groupingBy(Outcome::behaviour));
  }

  /** Returns the outcomes of a behaviour by way of dispatch, without the agent. */
  public Map<D, Outcome> unguarded(Jdk jdk, Behaviour behaviour) {
    return play(new Jvm(jdk, false), behaviour);
  }

  /**
   * Returns the file that {@code discover} writes while behaviours are played, in which no profile
   * is used.
   */
  public String discovered(Jdk jdk, File folder, Behaviour... behaviours) {
    String[] names = Stream.of(behaviours).map(Behaviour::name).toArray(String[]::new);
    return OwnFile.discovered(program.on(jdk).arguments(names), folder);
  }

  static void endPrograms() {
    synchronized (RUNNING) {
      RUNNING.forEach(RunningProgram::close);
      RUNNING.clear();
    }
  }

  private Map<D, Outcome> play(Jvm jvm, Behaviour behaviour) {
    return played.computeIfAbsent(
        new Scene(jvm, behaviour.name()), scene -> play(scene, running(jvm)));
  }

  private Map<D, Outcome> play(Scene scene, RunningProgram running) {
    int before = running.standardOutput().length();
    String end = ScenarioProgram.played(scene.behaviour()) + System.lineSeparator();
    running.type(scene.behaviour());
    running.awaitOutput(output -> output.indexOf(end, before) >= 0, LIMIT);
    return outcomes(new ProgramResult(0, running.standardOutput().substring(before), ""));
  }

  private RunningProgram running(Jvm jvm) {
    return jvms.compute(
        jvm, (key, running) -> running != null && running.isAlive() ? running : start(key));
  }

  private RunningProgram start(Jvm jvm) {
    RunningProgram started =
        jvm.guarded()
            ? program.on(jvm.jdk()).jvmOptions(ERRORS).agent().start()
            : unguardedProgram.on(jvm.jdk()).start();
    synchronized (RUNNING) {
      RUNNING.add(started);
    }
    return started;
  }

  private Map<D, Outcome> outcomes(ProgramResult result) {
    List<Outcome> all = result.jsonLines(Outcome.class);
    Assertions.assertEquals(
        dispatches.stream().map(Enum::name).toList(),
        all.stream().map(Outcome::dispatch).toList(),
        "ways of dispatch");
    Map<D, Outcome> outcomes = new LinkedHashMap<>();
    dispatches.forEach(dispatch -> outcomes.put(dispatch, all.get(outcomes.size())));
    return outcomes;
  }
}
