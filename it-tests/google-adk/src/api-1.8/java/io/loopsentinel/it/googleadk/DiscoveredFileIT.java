package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Google ADK. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AdkApplication.SCENARIOS, List.of("FunctionTool.call"));
  }
}
