package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import java.util.List;

/** The file of {@code discover} instead of the profile of AgentScope. */
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(AgentScopeApplication.SCENARIOS, List.of("ToolMethodInvoker.lambda$invokeAsync$6"));
  }

  /** A run is not carried to the threads of these. */
  @Override
  protected String loop(Dispatch dispatch) {
    return switch (dispatch) {
      case ASYNCHRONOUS, RETRIED -> UNSURE;
      default -> HINTED;
    };
  }

  /** Reactor's threads go from one user to the other, and take a run with them now and then. */
  @Override
  protected String users(Dispatch dispatch) {
    return "\\d+ calls run, 16 requests, \\d hints, 4 answers";
  }
}
