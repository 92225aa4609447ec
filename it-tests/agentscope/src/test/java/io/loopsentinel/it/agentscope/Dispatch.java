package io.loopsentinel.it.agentscope;

/** The ways in which AgentScope comes to execute a tool. */
enum Dispatch {
  /** A method, one call after the other. */
  CALLED,
  /** The same, where the model's responses and the events of the agent are streamed. */
  STREAMED,
  /** A method that hands the work to another thread. */
  ASYNCHRONOUS,
  /** A method, the calls of one response at once. */
  PARALLEL,
  /** A class of the application, which is tried again where it fails. */
  RETRIED,
  /** A method, where the answer has a form and a tool of AgentScope's gives it. */
  STRUCTURED,
  /** A tool of an MCP server, whose client waits for it. */
  MCP,
  /** A method of an agent that another one calls as its tool. */
  AGENT_AS_TOOL;

  /** Whether an answer is the argument of a tool. */
  boolean endsByTool() {
    return this == STRUCTURED;
  }
}
