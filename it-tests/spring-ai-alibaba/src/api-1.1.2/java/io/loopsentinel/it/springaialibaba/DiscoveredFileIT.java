package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Spring AI Alibaba. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AlibabaApplication.SCENARIOS, List.of());
  }

  @Override
  protected String loop(Dispatch dispatch) {
    // One more response runs if the first answer beside the loop came after its own.
    return dispatch.isParallel()
        ? "(7 calls run, 5|9 calls run, 6) requests, 1 hints, 1 answers"
        : HINTED;
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch.isParallel()
        ? "24 calls run, 16 requests, 0 hints, 4 answers"
        : super.users(dispatch);
  }
}
