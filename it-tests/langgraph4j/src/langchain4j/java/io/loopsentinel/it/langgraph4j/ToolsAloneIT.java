package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.ToolsAloneContract;
import io.loopsentinel.it.harness.NewestVersion;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
@NewestVersion
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(LangGraphApplication.SCENARIOS, List.of(Dispatch.CALLED));
  }
}
