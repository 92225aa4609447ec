package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;

/** Files instead of the profile of AgentScope, which report loops: no session is set. */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/agentscope-core/");

  OwnFileIT() {
    super(
        AgentScopeApplication.SCENARIOS,
        FILE,
        List.of(
            "ReActAgent$CallExecution.executeStructuredTool",
            "ToolExecutor.execute",
            "Model.stream"),
        List.of(
            "ReActAgent$CallExecution.executeStructuredTool",
            "ToolExecutor.executeCore",
            "Model.stream"));
  }

  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    return "10 calls run, 11 requests, 0 hints, 1 answers";
  }
}
