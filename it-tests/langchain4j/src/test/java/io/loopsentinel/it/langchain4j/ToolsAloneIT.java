package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.ToolsAloneContract;
import io.loopsentinel.it.harness.FullMatrix;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
@FullMatrix
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(LangChain4jApplication.scenarios(Version.NEWEST), List.of(Dispatch.SYNCHRONOUS));
  }
}
