package io.loopsentinel.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of an application of which only the tools are known: the method that does a tool's
 * work is the one target, and no profile is used. Its session is its thread, so this holds for ways
 * of dispatch that answer a question on one thread. Each user of a scenario has a new one; one JVM
 * plays all scenarios.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
@FullMatrix
public abstract class ToolsAloneContract<D extends Enum<D>> {

  private static final String TOOLS =
      """
      sentinel:
        targets:
          - {name: my-tools, kind: tool, type: io.loopsentinel.it.scenario.Library, method: search}
        profiles: none
      """;

  private static final List<Behaviour> BEHAVIOURS =
      List.of(ModelBehaviour.HEALTHY, ModelBehaviour.POLLING, ModelBehaviour.LOOPING);

  /** The outcomes by test class and JDK. */
  private static final Map<List<Object>, Map<String, List<Outcome>>> PLAYED =
      new ConcurrentHashMap<>();

  @TempDir private File folder;

  private final Scenarios<D> scenarios;
  private final List<D> dispatches;

  /**
   * Creates the tests of a framework.
   *
   * @param dispatches the ways of dispatch to play
   */
  protected ToolsAloneContract(Scenarios<D> scenarios, List<D> dispatches) {
    this.scenarios = scenarios;
    this.dispatches = List.copyOf(dispatches);
  }

  @OnEachJdk(17)
  protected void theFourthEqualCallIsAnsweredWithAHint(Jdk jdk) {
    assertThat(played(jdk, ModelBehaviour.LOOPING).lines())
        .isNotEmpty()
        .allMatch(line -> line.matches("\\w+: " + loop()));
  }

  /** Returns the outcome of a loop, as a pattern. */
  protected String loop() {
    return "3 calls run, 5 requests, 1 hints, 1 answers";
  }

  @OnEachJdk(17)
  protected void anHonestRunIsLeftAlone(Jdk jdk) {
    assertThat(played(jdk, ModelBehaviour.HEALTHY))
        .isEqualTo(
            OwnFile.table(
                dispatches.stream()
                    .map(scenarios.unguarded(jdk, ModelBehaviour.HEALTHY)::get)
                    .toList()));
  }

  /** A tenth call is warned about, because the questions of a thread are one session. */
  @OnEachJdk(17)
  protected void callsRunWhoseResultsChange(Jdk jdk) {
    int calls = 4 * scenarios.habits().polls();
    assertThat(played(jdk, ModelBehaviour.POLLING).lines())
        .isNotEmpty()
        .allMatch(
            line ->
                line.matches(
                    "\\w+: %d calls run, %d requests, \\d hints, 4 answers"
                        .formatted(calls, calls + 4)));
  }

  private String played(Jdk jdk, Behaviour behaviour) {
    Map<String, List<Outcome>> played =
        PLAYED.computeIfAbsent(
            List.of(getClass(), jdk),
            test -> scenarios.inOneJvm(jdk, BEHAVIOURS, dispatches, folder, TOOLS));
    return OwnFile.table(played.getOrDefault(behaviour.name(), List.of()));
  }
}
