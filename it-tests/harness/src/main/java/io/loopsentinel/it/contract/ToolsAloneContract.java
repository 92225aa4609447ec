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
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of an application of which only the tools are known: the method that does a tool's
 * work is the one target, and no profile is used. Its session is its thread, so it holds for ways
 * of dispatch that answer a question on one thread.
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

  @TempDir private File folder;

  private final Scenarios<D> scenarios;

  /** Creates the tests of a framework. */
  protected ToolsAloneContract(Scenarios<D> scenarios) {
    this.scenarios = scenarios;
  }

  /** Returns whether a question is answered on one thread. */
  protected boolean isOnOneThread(D dispatch) {
    return true;
  }

  @OnEachJdk(17)
  protected void theFourthEqualCallIsAnsweredWithAHint(Jdk jdk) {
    Map<D, Outcome> outcomes = scenarios.guarded(jdk, ModelBehaviour.LOOPING, folder, TOOLS);
    outcomes.keySet().removeIf(dispatch -> !isOnOneThread(dispatch));

    assertThat(OwnFile.table(List.copyOf(outcomes.values())).lines())
        .isNotEmpty()
        .allMatch(line -> line.endsWith(": 3 calls run, 5 requests, 1 hints, 1 answers"));
  }

  @OnEachJdk(17)
  protected void anHonestRunIsLeftAlone(Jdk jdk) {
    Map<D, Outcome> outcomes = scenarios.guarded(jdk, ModelBehaviour.HEALTHY, folder, TOOLS);
    outcomes.keySet().removeIf(dispatch -> !isOnOneThread(dispatch));

    assertThat(outcomes)
        .isNotEmpty()
        .allSatisfy(
            (dispatch, outcome) ->
                assertThat(outcome)
                    .isEqualTo(scenarios.unguarded(jdk, ModelBehaviour.HEALTHY).get(dispatch)));
  }
}
