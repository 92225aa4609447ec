package io.loopsentinel.it.springaialibaba;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files instead of the profile of Spring AI Alibaba. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/spring-ai-alibaba-|/springframework/ai/");

  private static final List<String> METHODS =
      List.of("AgentToolNode.executeToolByType", "ChatModel.call");

  OwnFileIT() {
    super(
        AlibabaApplication.SCENARIOS,
        FILE,
        METHODS,
        List.of(
            "AgentToolNode.executeToolCallWithInterceptors",
            "ChatModel.call",
            "NodeExecutor.executeNode",
            "NodeExecutor.handleGraphFlux",
            "NodeExecutor.handleParallelGraphFlux",
            "NodeExecutor.processGraphResponseFlux",
            "NodeExecutor.execute",
            "NodeExecutor.handleActionResult",
            "NodeExecutor.handleEmbeddedFlux",
            "MainGraphExecutor.execute",
            "MainGraphExecutor.handleStartNode",
            "NodeExecutor.handleNonStreamingResult"));
  }

  @Override
  @Test
  protected void inspectFindsTheMethods() {
    assertThat(OwnFile.guarded(FILE))
        .startsWith(METHODS.toArray(String[]::new))
        .contains("NodeExecutor.executeNode", "MainGraphExecutor.execute");
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    // One more response runs if the first answer beside the loop came after its own.
    return dispatch.isParallel()
        ? "(7 calls run, 5|9 calls run, 6) requests, 1 hints, 1 answers"
        : HINTED;
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch.isParallel()
        ? "24 calls run, 16 requests, 0 hints, 4 answers"
        : super.users(dispatch);
  }
}
