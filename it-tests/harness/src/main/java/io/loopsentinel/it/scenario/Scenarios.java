package io.loopsentinel.it.scenario;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assertions;

/**
 * Plays scenarios in a program with and without the agent, once per JDK for all tests.
 *
 * <p>The program's arguments name behaviours of the model. For each it prints one {@link Outcome}
 * per way of dispatch, as a line of JSON.
 *
 * @param <D> the ways in which the framework comes to execute a tool
 * @param <B> the behaviours of the model
 */
public final class Scenarios<D extends Enum<D>, B extends Enum<B>> {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Three equal failures are a finding, whatever the arguments. */
  private static final String ERRORS = "-Dloopsentinel.detectors.error.threshold=3";

  private final JavaProgram program;
  private final JavaProgram unguardedProgram;
  private final Class<D> dispatches;
  private final Class<B> behaviours;
  private final Set<B> unguardedBehaviours;
  private final Map<Jdk, List<Outcome>> guarded = new ConcurrentHashMap<>();
  private final Map<Jdk, List<Outcome>> unguarded = new ConcurrentHashMap<>();

  /**
   * Creates scenarios.
   *
   * @param unguardedBehaviours those behaviours that come to an end without a guard
   */
  public Scenarios(
      JavaProgram program, Class<D> dispatches, Class<B> behaviours, Set<B> unguardedBehaviours) {
    this(program, program, dispatches, behaviours, unguardedBehaviours);
  }

  /**
   * Creates scenarios of a program that is started in another way without the agent.
   *
   * @param unguardedProgram the program without the agent, which has to find the API elsewhere
   * @param unguardedBehaviours those behaviours that come to an end without a guard
   */
  public Scenarios(
      JavaProgram program,
      JavaProgram unguardedProgram,
      Class<D> dispatches,
      Class<B> behaviours,
      Set<B> unguardedBehaviours) {
    this.program = program;
    this.unguardedProgram = unguardedProgram;
    this.dispatches = dispatches;
    this.behaviours = behaviours;
    this.unguardedBehaviours = unguardedBehaviours;
  }

  /** Returns the outcomes of a behaviour for each way of dispatch, with no file configured. */
  public List<Outcome> guarded(Jdk jdk, B behaviour) {
    return outcomes(
        behaviour,
        guarded.computeIfAbsent(
            jdk,
            key -> play(program.on(key).jvmOptions(ERRORS).agent(), EnumSet.allOf(behaviours))));
  }

  /** Returns the outcomes of a behaviour for one way of dispatch, with no file configured. */
  public Outcome guarded(Jdk jdk, B behaviour, D dispatch) {
    return outcome(dispatch, guarded(jdk, behaviour));
  }

  /** Returns the outcomes of a behaviour for each way of dispatch, guarded as configured. */
  public List<Outcome> guarded(Jdk jdk, B behaviour, File folder, String yaml) {
    return outcomes(
        behaviour, play(program.on(jdk).agentConfig(folder, yaml), EnumSet.of(behaviour)));
  }

  /** Returns the file that {@code discover} writes while a behaviour is played. */
  public String discovered(Jdk jdk, B behaviour, File folder) {
    return OwnFile.discovered(program.on(jdk).arguments(behaviour.name()), folder);
  }

  /** Returns the outcomes of a behaviour for each way of dispatch, without the agent. */
  public List<Outcome> unguarded(Jdk jdk, B behaviour) {
    return outcomes(
        behaviour,
        unguarded.computeIfAbsent(jdk, key -> play(unguardedProgram.on(key), unguardedBehaviours)));
  }

  /** Returns the outcomes of a behaviour for one way of dispatch, without the agent. */
  public Outcome unguarded(Jdk jdk, B behaviour, D dispatch) {
    return outcome(dispatch, unguarded(jdk, behaviour));
  }

  private Outcome outcome(D dispatch, List<Outcome> outcomes) {
    return outcomes.stream()
        .filter(outcome -> outcome.dispatch().equals(dispatch.name()))
        .findFirst()
        .orElseThrow();
  }

  private List<Outcome> outcomes(B behaviour, List<Outcome> all) {
    List<Outcome> outcomes =
        all.stream().filter(outcome -> outcome.behaviour().equals(behaviour.name())).toList();
    Assertions.assertEquals(
        Arrays.stream(dispatches.getEnumConstants()).map(Enum::name).toList(),
        outcomes.stream().map(Outcome::dispatch).toList(),
        "ways of dispatch");
    return outcomes;
  }

  private List<Outcome> play(JavaProgram unnamed, Set<B> behaviours) {
    return unnamed
        .arguments(behaviours.stream().map(Enum::name).toArray(String[]::new))
        .run(LIMIT)
        .successful()
        .jsonLines(Outcome.class);
  }
}
