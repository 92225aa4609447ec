package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of AgentScope. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AgentScopeApplication.SCENARIOS, List.of("ToolMethodInvoker.lambda$invokeAsync$6"));
  }

  /** All tools run on other threads than their run, so loops are reported and not stopped. */
  @Override
  protected String loop(Dispatch dispatch) {
    return UNSURE;
  }
}
