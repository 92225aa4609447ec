package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** With nothing configured, a looping model is told so instead of the fourth result. */
class HintedLoopIT {

  @TempDir private File folder;

  @OnEachJdk
  void bringsAGraphToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.GRAPH);
  }

  @OnEachJdk
  void bringsAGraphThatExecutesInParallelToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void bringsASubgraphToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.SUBGRAPH);
  }

  @OnEachJdk
  void bringsASubtaskToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.SUBTASK);
  }

  @OnEachJdk
  void bringsAFunctionalStrategyToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.FUNCTIONAL);
  }

  @OnEachJdk
  void bringsAStreamToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void bringsAnAgentThatCallsAnotherOneToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.AGENT_AS_TOOL);
  }

  @OnEachJdk
  void namesNoAgentThatWasGivenNoId(Jdk jdk) {
    // when
    SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, AuditedEvents.config(folder));

    // then
    assertThat(AuditedEvents.of(folder).of("loop.detected").label("agent")).containsExactly("");
  }

  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("loop-detected", "search", "3");
  }
}
