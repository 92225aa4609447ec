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
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of the file that {@code discover} writes of honest runs, enforced, instead of the
 * profile: which methods it guards, which loops it stops, and that it leaves users alone who ask
 * the same. The one tool that {@code discover} is told is the method that does the work.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
@FullMatrix
public abstract class DiscoveredFileContract<D extends Enum<D>> {

  /**
   * The loop is stopped. When, depends on the file, which varies with the moment at which watching
   * begins, and on the order of answers to concurrent calls.
   */
  protected static final String HINTED = "[2-9] calls run, \\d+ requests, 1 hints, 1 answers";

  /** The run is not carried to some threads, so the loop is stopped later or not at all. */
  protected static final String UNSURE = "\\d+ calls run, \\d+ requests, [01] hints, 1 answers";

  private static final List<Behaviour> BEHAVIOURS =
      List.of(ModelBehaviour.SHARED, ModelBehaviour.POLLING, ModelBehaviour.LOOPING);

  /** A folder for configurations and what the agent writes. */
  @TempDir protected File folder;

  private final Scenarios<D> scenarios;
  private final List<String> methods;

  /**
   * Creates the tests of a framework.
   *
   * @param scenarios the scenarios of the framework
   * @param methods methods that the file guards in any case. A run is in force if the loop is
   *     stopped, because without one its session is shared
   */
  protected DiscoveredFileContract(Scenarios<D> scenarios, List<String> methods) {
    this.scenarios = scenarios;
    this.methods = methods;
  }

  /** Returns the outcome of a loop that the file guards, as a pattern. */
  protected String loop(D dispatch) {
    return HINTED;
  }

  /** Returns the outcome of two users who ask the same twice, as a pattern. */
  protected String users(D dispatch) {
    return "12 calls run, 16 requests, 0 hints, 4 answers";
  }

  /**
   * Returns the outcome of two users who twice repeat a call whose results change, as a pattern.
   * The tenth call of a thread that they share is warned about.
   */
  protected String polls(D dispatch) {
    int calls = 4 * scenarios.habits().polls();
    return "%d calls run, %d requests, \\d hints, 4 answers".formatted(calls, calls + 4);
  }

  @OnEachJdk(17)
  protected void theFileGuardsLoopsAndLeavesUsersAlone(Jdk jdk) {
    String file =
        scenarios.discovered(
            jdk,
            folder,
            ModelBehaviour.HEALTHY,
            ModelBehaviour.SHARED,
            ModelBehaviour.HEALTHY,
            ModelBehaviour.HEALTHY);

    assertThat(OwnFile.guarded(file)).as(file).containsAll(methods);
    Map<String, List<Outcome>> played =
        scenarios.inOneJvm(jdk, BEHAVIOURS, scenarios.dispatches(), folder, file);
    assertThat(played.keySet()).hasSize(BEHAVIOURS.size());
    assertThat(table(played, ModelBehaviour.SHARED)).as(file).matches(expected(this::users));
    assertThat(table(played, ModelBehaviour.POLLING)).as(file).matches(expected(this::polls));
    assertThat(table(played, ModelBehaviour.LOOPING)).as(file).matches(expected(this::loop));
  }

  private static String table(Map<String, List<Outcome>> played, Behaviour behaviour) {
    return OwnFile.table(Objects.requireNonNull(played.get(behaviour.name())));
  }

  private String expected(Function<D, String> outcome) {
    return scenarios.dispatches().stream()
        .map(dispatch -> dispatch + ": " + outcome.apply(dispatch))
        .collect(Collectors.joining("\n"));
  }
}
