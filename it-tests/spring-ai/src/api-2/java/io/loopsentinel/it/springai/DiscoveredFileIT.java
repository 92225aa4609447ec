package io.loopsentinel.it.springai;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Spring AI. */
@FullMatrix
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(SpringAiApplication.SCENARIOS, List.of("DefaultToolCallingManager.lambda$executeToolCall$4"));
  }
}
