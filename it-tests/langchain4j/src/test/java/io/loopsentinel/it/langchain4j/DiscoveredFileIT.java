package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import io.loopsentinel.it.harness.FullMatrix;
import java.util.List;

/** The file of {@code discover} instead of the profile of LangChain4j. */
@FullMatrix
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(LangChain4jApplication.scenarios(Version.NEWEST), List.of("ToolService.executeTool"));
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch == Dispatch.CONCURRENT
        ? "24 calls run, 16 requests, 0 hints, 4 answers"
        : super.users(dispatch);
  }
}
