package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
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
  void bringsARunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void bringsAStreamedRunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void bringsARunWithAnAsynchronousToolToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.ASYNCHRONOUS);
  }

  @OnEachJdk
  void bringsARunWithParallelToolsToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk
  void bringsARunWhoseToolIsTriedAgainToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.RETRIED);
  }

  @OnEachJdk
  void bringsARunWhoseAnswerHasAFormToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STRUCTURED);
  }

  @OnEachJdk
  void bringsARunWithAToolOfAnMcpServerToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.MCP);
  }

  @OnEachJdk
  void bringsAnAgentThatAnotherOneCallsToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.AGENT_AS_TOOL);
  }

  @OnEachJdk
  void namesTheAgentInItsEvents(Jdk jdk) {
    // when
    SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, AuditedEvents.config(folder));

    // then
    assertThat(AuditedEvents.of(folder).of("loop.detected").label("agent"))
        .containsExactly("librarian");
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
        .startsWith("Error: loop-detected: search has already run 3 times");
  }
}
