package io.loopsentinel.it.springai;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.contract.ToolsAloneContract;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
@FullMatrix
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(SpringAiApplication.SCENARIOS, List.of(Dispatch.CALLED));
  }
}
