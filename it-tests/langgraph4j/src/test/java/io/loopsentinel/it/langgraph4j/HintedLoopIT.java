package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** With nothing configured, a looping model is told so instead of the fourth result. */
class HintedLoopIT {

  @OnEachJdk
  void bringsARunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void bringsAStreamedRunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void bringsARunWithAToolOfTheApplicationToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.OWN_TOOL);
  }

  /** Each call is made by a resumed graph, of which it is the first. */
  @OnEachJdk
  void bringsARunWhoseCallsAHumanApprovesToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.APPROVED);
  }

  @OnEachJdk
  void bringsAnAgentThatIsANodeOfAGraphToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.SUBGRAPH);
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
