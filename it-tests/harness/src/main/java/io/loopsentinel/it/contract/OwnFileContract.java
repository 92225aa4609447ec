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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of the files that {@code inspect} and {@code discover} write, used unchanged instead
 * of the profile: which loops they stop, and that they leave users alone who ask the same.
 *
 * @param <D> the ways in which the framework dispatches a tool call
 */
@FullMatrix
public abstract class OwnFileContract<D extends Enum<D>> {

  /** The file guards the framework as its profile does. */
  protected static final String HINTED = "3 calls run, 5 requests, 1 hints, 1 answers";

  /** A folder for configurations and what the agent writes. */
  @TempDir protected File folder;

  private final Scenarios<D> scenarios;
  private final String inspected;
  private final List<String> inspectedMethods;
  private final List<String> discoveredMethods;

  /**
   * Creates the tests of a framework.
   *
   * @param scenarios the scenarios of the framework
   * @param inspected the file that {@code inspect} writes
   * @param inspectedMethods the methods that it guards
   * @param discoveredMethods the methods that the file of {@code discover} guards
   */
  protected OwnFileContract(
      Scenarios<D> scenarios,
      String inspected,
      List<String> inspectedMethods,
      List<String> discoveredMethods) {
    this.scenarios = scenarios;
    this.inspected = inspected;
    this.inspectedMethods = inspectedMethods;
    this.discoveredMethods = discoveredMethods;
  }

  /** Returns the outcome of a loop that the file of {@code inspect} guards, as a pattern. */
  protected String inspectedLoop(D dispatch) {
    return HINTED;
  }

  /** Returns the outcome of a loop that the file of {@code discover} guards, as a pattern. */
  protected String discoveredLoop(D dispatch) {
    return inspectedLoop(dispatch);
  }

  /** Returns the outcome of two users who ask the same twice. */
  protected String users(D dispatch) {
    return "12 calls run, 16 requests, 0 hints, 4 answers";
  }

  @Test
  protected void inspectFindsTheMethods() {
    assertThat(OwnFile.guarded(inspected)).isEqualTo(inspectedMethods);
  }

  @OnEachJdk(17)
  protected void theFileOfInspectGuardsLoops(Jdk jdk) {
    assertThat(played(jdk, ModelBehaviour.LOOPING, inspected))
        .matches(expected(this::inspectedLoop));
  }

  @OnEachJdk(17)
  protected void theFileOfInspectLeavesUsersAlone(Jdk jdk) {
    assertThat(played(jdk, ModelBehaviour.SHARED, inspected)).isEqualTo(expected(this::users));
  }

  @OnEachJdk(17)
  protected void theFileOfDiscoverGuardsLoopsAndLeavesUsersAlone(Jdk jdk) {
    String file = discovered(jdk);
    assertDiscovered(file);
    assertThat(played(jdk, ModelBehaviour.LOOPING, file))
        .as(file)
        .matches(expected(this::discoveredLoop));
    assertThat(played(jdk, ModelBehaviour.SHARED, file)).as(file).isEqualTo(expected(this::users));
  }

  /** Asserts what {@code discover} writes. */
  protected void assertDiscovered(String file) {
    assertThat(OwnFile.guarded(file)).as(file).isEqualTo(discoveredMethods);
  }

  /** Returns the file that {@code discover} writes of an honest run. */
  protected final String discovered(Jdk jdk) {
    return scenarios.discovered(jdk, ModelBehaviour.HEALTHY, folder);
  }

  /** Returns the outcome of each way of dispatch that a file guards, a line each. */
  protected final String played(Jdk jdk, Behaviour behaviour, String file) {
    Map<D, Outcome> outcomes = scenarios.guarded(jdk, behaviour, folder, file);
    return OwnFile.table(List.copyOf(outcomes.values()));
  }

  /** Returns the expected lines of {@link #played}. */
  protected final String expected(Function<D, String> outcome) {
    return scenarios.dispatches().stream()
        .map(dispatch -> dispatch + ": " + outcome.apply(dispatch))
        .collect(Collectors.joining("\n"));
  }
}
