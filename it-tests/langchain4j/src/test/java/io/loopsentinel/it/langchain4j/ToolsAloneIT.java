package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.ToolsAloneContract;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(LangChain4jApplication.scenarios(Version.NEWEST), List.of(Dispatch.SYNCHRONOUS));
  }
}
