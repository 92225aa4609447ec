package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Two users ask the same at once, and then once more in the same conversations and on the same
 * threads; in 2.0 they ask one agent. Each run makes one call three times, which is as often as it
 * may.
 */
class SessionsIT {

  private static final int RUNS = ModelBehaviour.SHARED.users() * ModelBehaviour.SHARED.rounds();

  @OnEachJdk
  void keepsRunsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void keepsStreamedRunsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void keepsRunsWithAsynchronousToolsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.ASYNCHRONOUS);
  }

  @OnEachJdk
  void keepsRunsWithParallelToolsApart(Jdk jdk) {
    assertApart(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void keepsRunsWhoseToolsAreTriedAgainApart(Jdk jdk) {
    assertApart(jdk, Dispatch.RETRIED);
  }

  @OnEachJdk
  void keepsRunsWhoseAnswersHaveAFormApart(Jdk jdk) {
    assertApart(jdk, Dispatch.STRUCTURED);
  }

  @OnEachJdk
  void keepsRunsWithToolsOfMcpServersApart(Jdk jdk) {
    assertApart(jdk, Dispatch.MCP);
  }

  @OnEachJdk
  void keepsTheRunsOfAgentsThatOthersCallApart(Jdk jdk) {
    assertApart(jdk, Dispatch.AGENT_AS_TOOL);
  }

  private static void assertApart(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.SHARED, dispatch);

    // then
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.answers()).hasSize(RUNS).containsOnly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3 * RUNS);
    assertThat(outcome.log().hints()).isEmpty();
  }
}
