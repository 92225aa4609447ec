package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.ToolsAloneContract;
import java.util.List;

/** The tools of an application as targets, instead of the profile. */
class ToolsAloneIT extends ToolsAloneContract<Dispatch> {

  ToolsAloneIT() {
    super(AgentScopeApplication.SCENARIOS, List.of(Dispatch.CALLED));
  }

  /** Its tools run on the threads of a pool, and each thread is a session. */
  @Override
  protected String loop() {
    return "\\d+ calls run, \\d+ requests, 1 hints, 1 answers";
  }
}
