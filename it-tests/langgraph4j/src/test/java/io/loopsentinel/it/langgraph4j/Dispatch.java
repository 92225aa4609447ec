package io.loopsentinel.it.langgraph4j;

/**
 * The ways in which an agent executor comes to execute a tool, and in which its threads are kept.
 */
enum Dispatch {
  /** A method, in a graph that is invoked; each user has a thread, which a saver keeps. */
  CALLED,
  /** A method, where graph and model are streamed; all users have one thread id, and no saver. */
  STREAMED,
  /** The application's own tool; each user has a graph and a saver, and all have one thread id. */
  OWN_TOOL,
  /** A method, each call of which a human approves, by which the graph is interrupted. */
  APPROVED,
  /** A method, in a graph that is a node of another one, which has a saver. */
  SUBGRAPH
}
