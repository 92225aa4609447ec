package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Spring AI Alibaba. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AlibabaApplication.SCENARIOS, List.of("AgentToolNode.executeToolCallWithInterceptors"));
  }

  @Override
  protected String loop(Dispatch dispatch) {
    return switch (dispatch) {
      case STREAMED, PARALLEL_STREAMED -> UNSURE;
      case PARALLEL -> "\\d+ calls run, \\d+ requests, 1 hints, 1 answers";
      default -> HINTED;
    };
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch == Dispatch.STREAMED || dispatch == Dispatch.PARALLEL_STREAMED
        ? "\\d+ calls run, 16 requests, \\d hints, 4 answers"
        : dispatch.isParallel()
        ? "24 calls run, 16 requests, 0 hints, 4 answers"
        : super.users(dispatch);
  }
}
