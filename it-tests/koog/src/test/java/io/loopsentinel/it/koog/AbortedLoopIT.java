package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/** Where the model does not listen to two hints, the caller of the agent gets the error. */
class AbortedLoopIT {

  @OnEachJdk
  void endsAGraphWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.GRAPH);
  }

  @OnEachJdk
  void endsAGraphThatExecutesInParallelWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void endsASubgraphWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.SUBGRAPH);
  }

  @OnEachJdk
  void endsASubtaskWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.SUBTASK);
  }

  @OnEachJdk
  void endsAFunctionalStrategyWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.FUNCTIONAL);
  }

  @OnEachJdk
  void endsAStrategyThatStreamsWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void endsAnAgentThatCallsAnotherOneWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.AGENT_AS_TOOL);
  }

  private static void assertAborted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);

    // then
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    assertThat(outcome.failures().get(0).classes()).containsExactly(ToolLoopError.class.getName());
    assertThat(outcome.failures().get(0).loops())
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
  }
}
