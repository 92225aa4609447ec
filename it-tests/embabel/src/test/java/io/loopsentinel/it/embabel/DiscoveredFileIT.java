package io.loopsentinel.it.embabel;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.List;

/** The file of {@code discover} instead of the profile of Embabel. */
@OnEachJdk(25)
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(EmbabelScenarios.SCENARIOS, List.of("DefaultToolLoop.executeToolCall"));
  }

  /** The run of a stream is carried to some of its threads only. */
  @Override
  protected String loop(Dispatch dispatch) {
    return dispatch == Dispatch.STREAMED ? UNSURE : HINTED;
  }
}
