package io.loopsentinel.it.embabel;

import io.loopsentinel.it.contract.ToolsAloneContract;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
@OnEachJdk(25)
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(EmbabelScenarios.SCENARIOS, List.of(Dispatch.TEXT));
  }
}
