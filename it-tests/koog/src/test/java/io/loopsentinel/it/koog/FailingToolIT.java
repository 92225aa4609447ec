package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that fails in the same way, whatever it is asked. */
class FailingToolIT {

  @OnEachJdk
  void isWarnedOfInTheResultOfAGraphsToolAndThenStopped(Jdk jdk) {
    assertStopped(jdk, Dispatch.GRAPH);
  }

  @OnEachJdk
  void isWarnedOfInTheResultOfAParallelCallAndThenStopped(Jdk jdk) {
    assertStopped(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void isWarnedOfInTheResultOfASubgraphsToolAndThenStopped(Jdk jdk) {
    assertStopped(jdk, Dispatch.SUBGRAPH);
  }

  @OnEachJdk
  void isWarnedOfInTheResultOfASubtasksToolAndThenStopped(Jdk jdk) {
    assertStopped(jdk, Dispatch.SUBTASK);
  }

  @OnEachJdk
  void isWarnedOfInTheResultOfAFunctionalStrategyAndThenStopped(Jdk jdk) {
    assertStopped(jdk, Dispatch.FUNCTIONAL);
  }

  @OnEachJdk
  void isWarnedOfInAResultToAStreamAndThenStopped(Jdk jdk) {
    assertStopped(jdk, Dispatch.STREAMED);
  }

  /** The third failure carries the warning; the hint stands instead of the sixth. */
  private static void assertStopped(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.FAILING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.log().hints()).hasSize(2);
    assertThat(outcome.log().hints().get(0))
        .contains("The catalogue is closed", "loop-detected", "search has failed 3 times")
        .doesNotContain("was not run");
    assertThat(outcome.log().hints().get(1))
        .contains("search has failed 5 times", "The catalogue is closed", "was not run");
    assertThat(outcome.toolRuns()).isEqualTo(5);
  }
}
