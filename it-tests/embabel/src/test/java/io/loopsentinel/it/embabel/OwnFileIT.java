package io.loopsentinel.it.embabel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files instead of the profile of Embabel. Spring AI dispatches streams, as the files say. */
@OnEachJdk(25)
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/com/embabel/");

  private static final List<String> METHODS =
      List.of(
          "DefaultToolLoop.executeToolCall",
          "StructuredOutputLlmMessageSender.call",
          "DefaultToolLoop.execute");

  OwnFileIT() {
    super(EmbabelScenarios.SCENARIOS, FILE, METHODS, METHODS);
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    return dispatch == Dispatch.STREAMED ? "26 calls run, 27 requests, 0 hints, 1 answers" : HINTED;
  }

  @Test
  void saysWhichCallsInspectDoesNotSee() {
    assertThat(FILE).contains("does not see all calls of com.embabel.agent.api.tool.Tool.call\n");
  }

  @Override
  protected void assertDiscovered(String file) {
    super.assertDiscovered(file);
    assertThat(file)
        .contains("does not see all calls of org.springframework.ai.tool.ToolCallback.call\n");
  }
}
