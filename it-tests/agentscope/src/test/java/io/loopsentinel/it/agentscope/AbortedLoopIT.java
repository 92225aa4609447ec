package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/** Where the model does not listen to two hints, the run fails with the error. */
class AbortedLoopIT {

  /** Reactor wraps an error for whoever blocks. */
  private static final String WRAPPER = "reactor.core.Exceptions$ReactiveException";

  @OnEachJdk
  void endsARunWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void endsAStreamWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void endsARunWithAnAsynchronousToolWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.ASYNCHRONOUS);
  }

  @OnEachJdk
  void endsARunWithParallelToolsWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void isNotTriedAgain(Jdk jdk) {
    assertAborted(jdk, Dispatch.RETRIED);
  }

  @OnEachJdk
  void endsARunWhoseAnswerHasAFormWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.STRUCTURED);
  }

  @OnEachJdk
  void endsARunWithAToolOfAnMcpServerWithTheError(Jdk jdk) {
    assertAborted(jdk, Dispatch.MCP);
  }

  /** AgentScope makes a result of whatever ends an agent that is a tool. */
  @OnEachJdk
  void endsAnAgentThatAnotherOneCallsAndTellsThatOne(Jdk jdk) {
    // when
    Outcome outcome = aborted(jdk, Dispatch.AGENT_AS_TOOL);

    // then
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.answers())
        .singleElement()
        .asString()
        .startsWith("Error: Execution error: loop-detected: search");
  }

  private static void assertAborted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = aborted(jdk, dispatch);

    // then
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.classes()).containsExactly(WRAPPER, ToolLoopError.class.getName());
              assertThat(failure.loops())
                  .containsExactly(
                      new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
            });
  }

  private static Outcome aborted(Jdk jdk, Dispatch dispatch) {
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    return outcome;
  }
}
