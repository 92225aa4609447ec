package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Semantic Kernel. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(SemanticKernelApplication.SCENARIOS, List.of());
  }
}
