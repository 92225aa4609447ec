package io.loopsentinel.it.koog;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;

/** Files instead of the profile of Koog. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/ai/koog/");

  OwnFileIT() {
    super(
        KoogScenarios.SCENARIOS,
        FILE,
        List.of("AIAgentSubgraphExtKt.executeFinishTool", "ContextualAgentEnvironment.executeTool"),
        List.of("ContextualAgentEnvironment.executeTool"));
  }
}
