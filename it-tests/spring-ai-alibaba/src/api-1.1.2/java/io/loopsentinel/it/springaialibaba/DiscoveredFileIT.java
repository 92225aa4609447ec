package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of Spring AI Alibaba. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AlibabaApplication.SCENARIOS, List.of("AgentToolNode.executeToolCallWithInterceptors"));
  }

  /**
   * A call of the agent that is a tool looks like the call that this agent makes. Parallel calls
   * that were seen on the threads of a pool alone only report the loop; at times the turn ends it.
   */
  @Override
  protected String loop(Dispatch dispatch) {
    return switch (dispatch) {
      case STREAMED, PARALLEL_STREAMED -> UNSURE;
      case PARALLEL -> "\\d+ calls run, \\d+ requests, [01] hints, [01] answers";
      case AGENT_AS_TOOL -> "\\d+ calls run, \\d+ requests, 1 hints, 1 answers";
      default -> HINTED;
    };
  }

  @Override
  protected String users(Dispatch dispatch) {
    return switch (dispatch) {
      case STREAMED, PARALLEL_STREAMED -> "\\d+ calls run, 16 requests, \\d hints, 4 answers";
      case AGENT_AS_TOOL -> "\\d+ calls run, 16 requests, \\d+ hints, 4 answers";
      case PARALLEL -> "24 calls run, 16 requests, 0 hints, 4 answers";
      default -> super.users(dispatch);
    };
  }

  /** The agent that is a tool has the name and arguments of its own tool, and may share its run. */
  @Override
  protected String polls(Dispatch dispatch) {
    return dispatch == Dispatch.AGENT_AS_TOOL
        ? "\\d+ calls run, \\d+ requests, \\d+ hints, [0-4] answers"
        : super.polls(dispatch);
  }
}
