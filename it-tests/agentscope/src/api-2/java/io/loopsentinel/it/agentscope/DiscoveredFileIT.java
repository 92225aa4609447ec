package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of AgentScope. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AgentScopeApplication.SCENARIOS, List.of());
  }
}
