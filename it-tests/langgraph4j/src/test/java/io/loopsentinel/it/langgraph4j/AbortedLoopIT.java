package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/** Where the model does not listen to two hints, the graph fails with the error. */
class AbortedLoopIT {

  @OnEachJdk
  void endsARun(Jdk jdk) {
    assertAborted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void endsAStreamedRun(Jdk jdk) {
    assertAborted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void endsARunWithAToolOfTheApplication(Jdk jdk) {
    assertAborted(jdk, Dispatch.OWN_TOOL);
  }

  @OnEachJdk
  void endsARunWhoseCallsAHumanApproves(Jdk jdk) {
    assertAborted(jdk, Dispatch.APPROVED);
  }

  @OnEachJdk
  void endsTheGraphOfWhichTheAgentIsANode(Jdk jdk) {
    assertAborted(jdk, Dispatch.SUBGRAPH);
  }

  private static void assertAborted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);

    // then
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    assertThat(outcome.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.classes())
                  .startsWith("java.util.concurrent.CompletionException")
                  .endsWith(ToolLoopError.class.getName());
              assertThat(failure.loops())
                  .containsExactly(
                      new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
            });
  }
}
