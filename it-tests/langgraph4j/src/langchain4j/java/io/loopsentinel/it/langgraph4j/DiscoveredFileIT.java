package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import io.loopsentinel.it.harness.NewestVersion;
import java.util.List;

/** The file of {@code discover} instead of the profile of LangGraph4j. */
@NewestVersion
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(LangGraphApplication.SCENARIOS, List.of("LC4jToolService.lambda$scopedToolCall$3"));
  }
}
