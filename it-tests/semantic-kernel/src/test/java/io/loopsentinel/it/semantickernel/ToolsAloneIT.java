package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.contract.ToolsAloneContract;
import io.loopsentinel.it.harness.NewestVersion;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
@NewestVersion
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(SemanticKernelApplication.SCENARIOS, List.of(Dispatch.CHAT));
  }
}
