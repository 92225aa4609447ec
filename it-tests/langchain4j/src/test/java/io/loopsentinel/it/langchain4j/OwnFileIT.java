package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;

/** Files instead of the profile of LangChain4j. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  /** Of an application that asks one provider, as those of these tests do. */
  private static final String FILE =
      OwnFile.of("/dev/langchain4j/(?!langchain4j-(anthropic|google))[^.]*/[^/]*/langchain4j-");

  OwnFileIT() {
    super(
        LangChain4jApplication.scenarios(Version.NEWEST),
        FILE,
        List.of("ToolService.internalExecuteTool", "ChatModel.chat"),
        List.of("ToolService.internalExecuteTool", "ChatModel.doChat"));
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    // One more response runs if the first answer beside the loop came after its own.
    return dispatch == Dispatch.CONCURRENT
        ? "(7 calls run, 5|9 calls run, 6) requests, 1 hints, 1 answers"
        : HINTED;
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch == Dispatch.CONCURRENT
        ? "24 calls run, 16 requests, 0 hints, 4 answers"
        : super.users(dispatch);
  }
}
