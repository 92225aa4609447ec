package io.loopsentinel.it.googleadk;

import com.google.adk.agents.ParallelAgent;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import io.reactivex.rxjava3.schedulers.Schedulers;

/** What ADK 1.0 has its own way for. */
final class Adk {

  static final String VERSION = "1.0";

  /** Whether a call of an unknown tool is passed over, and does not end the run. */
  static final boolean ASKS_AGAIN_AFTER_UNKNOWN_TOOLS = false;

  /** The calls of one response are begun one after the other. */
  static final ToolExecutionMode CONCURRENT = ToolExecutionMode.PARALLEL;

  private Adk() {}

  /**
   * Begins an agent whose agents work one after the other. At once, in this version, they may ask
   * their models before the session has what their tools brought, and call the tools again.
   */
  static ParallelAgent.Builder parallel() {
    return ParallelAgent.builder().scheduler(Schedulers.trampoline());
  }
}
