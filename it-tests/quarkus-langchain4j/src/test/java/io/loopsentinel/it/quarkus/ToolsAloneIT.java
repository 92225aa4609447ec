package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.contract.ToolsAloneContract;
import io.loopsentinel.it.harness.NewestVersion;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
@NewestVersion
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(QuarkusScenarios.SCENARIOS, List.of(Dispatch.CALLED));
  }
}
