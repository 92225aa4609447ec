package io.loopsentinel.it.koog;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Koog. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(KoogScenarios.SCENARIOS, List.of("ContextualAgentEnvironment.executeTool"));
  }
}
