package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;

/** The control: what the very same programs do without the agent. */
class UnguardedLoopIT {

  @OnEachJdk
  void goesOnToTheLimitOfAGraph(Jdk jdk) {
    assertGoesOnToTheLimit(jdk, Dispatch.GRAPH, 24);
    assertGoesOnToTheLimit(jdk, Dispatch.PARALLEL, 24);
    assertGoesOnToTheLimit(jdk, Dispatch.AGENT_AS_TOOL, 24);
    assertGoesOnToTheLimit(jdk, Dispatch.SUBGRAPH, 15);
  }

  @OnEachJdk
  void goesOnUntilTheModelGivesUpWhereThereIsNoGraph(Jdk jdk) {
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.FUNCTIONAL);
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.STREAMED);
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.SUBTASK);
  }

  /** That is 50 nodes, two or, in a subgraph, three of which take part in each call. */
  private static void assertGoesOnToTheLimit(Jdk jdk, Dispatch dispatch, int calls) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, dispatch);

    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(calls);
    assertThat(outcome.failures().get(0).classes().get(0))
        .endsWith("AIAgentMaxNumberOfIterationsReachedException");
    assertThat(outcome.failures().get(0).loops()).isEmpty();
  }

  private static void assertGoesOnUntilTheModelGivesUp(Jdk jdk, Dispatch dispatch) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, dispatch);

    assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
    assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(ModelBehaviour.MAX_RESPONSES);
  }
}
