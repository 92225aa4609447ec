package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Spring AI Alibaba. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AlibabaApplication.SCENARIOS, List.of("AgentToolNode.executeToolCallWithInterceptors", "Agent.doInvoke"));
  }

  @Override
  protected String loop(Dispatch dispatch) {
    // A run is not carried to the threads of streams, and not in each file they have an id. In parallel, one more response runs if the
    // first answer beside the loop came after its own.
    return switch (dispatch) {
      case STREAMED -> "(3 calls run, 5|20 calls run, 21) requests, [01] hints, 1 answers";
      case PARALLEL_STREAMED ->
          "([79] calls run, [56]|40 calls run, 21) requests, [01] hints, 1 answers";
      case PARALLEL -> "(7 calls run, 5|9 calls run, 6) requests, 1 hints, 1 answers";
      default -> HINTED;
    };
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch.isParallel()
        ? "24 calls run, 16 requests, 0 hints, 4 answers"
        : super.users(dispatch);
  }
}
