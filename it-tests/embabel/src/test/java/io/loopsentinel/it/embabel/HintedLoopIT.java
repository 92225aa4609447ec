package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/**
 * A loop ends with an answer: the model reads the hint instead of the fourth result. Three calls
 * run, whatever stands around the tool.
 */
class HintedLoopIT {

  @TempDir private File folder;

  @OnEachJdk(25)
  void bringsAnActionThatGeneratesATextToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.TEXT);
  }

  @OnEachJdk(25)
  void bringsAnActionThatCreatesAnObjectToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.OBJECT);
  }

  @OnEachJdk(25)
  void bringsALoopThatExecutesInParallelToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.PARALLEL);
  }

  @OnEachJdk(25)
  void bringsAStreamToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk(25)
  void bringsAConversationToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CHAT);
  }

  @OnEachJdk(25)
  void bringsAnAgentThatCallsAnotherOneToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.AGENT_AS_TOOL);
  }

  @OnEachJdk(25)
  void namesTheAgentInItsEvents(Jdk jdk) {
    // when
    SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, AuditedEvents.config(folder));

    // then: in a stream Spring AI calls the tools, where no process is known
    assertThat(AuditedEvents.of(folder).of("loop.detected").label("agent"))
        .contains("TextLibrarian", "ObjectLibrarian", "ChattingLibrarian");
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
        .startsWith("loop-detected: search has already run 3 times");
  }
}
