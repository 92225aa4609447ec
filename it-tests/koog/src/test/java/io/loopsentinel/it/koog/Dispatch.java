package io.loopsentinel.it.koog;

/** The ways in which Koog comes to execute a tool. */
enum Dispatch {
  /** By the strategy that agents have by default, a graph; the tool does not suspend. */
  GRAPH,
  /** By a graph of the application's whose node executes the calls of a response at once. */
  PARALLEL,
  /** By a subgraph with a task, which a tool of Koog's ends. */
  SUBGRAPH,
  /** By a function of the application's. */
  FUNCTIONAL,
  /** By a function of the application's that streams the responses. */
  STREAMED,
  /** By a subtask of a function of the application's, which a tool of Koog's ends. */
  SUBTASK,
  /** By an agent that another one calls as its tool. */
  AGENT_AS_TOOL;

  /** Whether an answer is the argument of a tool. */
  boolean endsByTool() {
    return this == SUBGRAPH || this == SUBTASK;
  }
}
