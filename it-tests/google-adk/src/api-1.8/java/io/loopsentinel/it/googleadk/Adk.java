package io.loopsentinel.it.googleadk;

import com.google.adk.agents.ParallelAgent;
import com.google.adk.agents.RunConfig.ToolExecutionMode;

/** What ADK 1.8 has its own way for. */
final class Adk {

  static final String VERSION = "1.8";

  /** Whether a call of an unknown tool is passed over, and does not end the run. */
  static final boolean ASKS_AGAIN_AFTER_UNKNOWN_TOOLS = true;

  /** The calls of one response are begun on threads of their own. */
  static final ToolExecutionMode CONCURRENT = ToolExecutionMode.PARALLEL_SUBSCRIBE;

  private Adk() {}

  /** Begins an agent whose agents work at once. */
  static ParallelAgent.Builder parallel() {
    return ParallelAgent.builder();
  }
}
