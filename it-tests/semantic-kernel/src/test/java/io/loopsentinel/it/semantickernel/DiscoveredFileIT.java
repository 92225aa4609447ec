package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import io.loopsentinel.it.harness.NewestVersion;
import java.util.List;

/**
 * The file of {@code discover} instead of the profile of Semantic Kernel, whose tools run on other
 * threads than their dispatch: only their run is known.
 */
@NewestVersion
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(SemanticKernelApplication.SCENARIOS, List.of());
  }

  @Override
  protected String loop(Dispatch dispatch) {
    return "5 calls run, 6 requests, 0 hints, 1 answers";
  }
}
