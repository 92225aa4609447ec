package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The control: what the very same programs do without the agent. With Spring AI, which takes long
 * to start, it is played in the full matrix alone.
 */
@EnabledIf("io.loopsentinel.it.langgraph4j.LangGraphScenarios#playsControl")
class UnguardedRunIT {

  /** That is 25 steps, of which each call takes two. */
  @OnEachJdk
  void goesOnToTheLimitOfAGraph(Jdk jdk) {
    assertGoesOnToTheLimit(jdk, Dispatch.CALLED, 12);
    assertGoesOnToTheLimit(jdk, Dispatch.OWN_TOOL, 12);
    assertGoesOnToTheLimit(jdk, Dispatch.SUBGRAPH, 12);
  }

  /** Where a response is streamed, it takes a step more in some versions. */
  @OnEachJdk
  void goesOnToTheLimitOfAStreamedGraph(Jdk jdk) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, Dispatch.STREAMED);

    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isIn(8, 12);
  }

  /** An interrupted graph begins to count again each time it is resumed. */
  @OnEachJdk
  void goesOnUntilTheModelGivesUpWhereAHumanApproves(Jdk jdk) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, Dispatch.APPROVED);

    assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
    assertThat(outcome.toolRuns()).isEqualTo(ModelBehaviour.MAX_RESPONSES);
  }

  @OnEachJdk
  void isTheSameWithTheAgentWhereThereIsNoLoop(Jdk jdk) {
    assertThat(SCENARIOS.unguarded(jdk, ModelBehaviour.HEALTHY))
        .isEqualTo(SCENARIOS.guarded(jdk, ModelBehaviour.HEALTHY));
  }

  private static void assertGoesOnToTheLimit(Jdk jdk, Dispatch dispatch, int calls) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, dispatch);

    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(calls);
    assertThat(outcome.failures().get(0).classes())
        .containsExactly(
            "java.util.concurrent.CompletionException", "java.lang.IllegalStateException");
  }
}
