package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.contract.ToolsAloneContract;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(QuarkusScenarios.SCENARIOS, List.of(Dispatch.CALLED));
  }
}
