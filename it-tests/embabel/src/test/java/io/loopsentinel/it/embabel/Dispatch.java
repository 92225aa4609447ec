package io.loopsentinel.it.embabel;

/** The ways in which Embabel comes to execute a tool. */
enum Dispatch {
  /** A method, by an action that generates a text. */
  TEXT,
  /** A tool of Spring AI's, by an action that creates an object. */
  OBJECT,
  /** A method, by the loop that executes the calls of a response at once. */
  PARALLEL,
  /** A method, by Spring AI, whose responses an action streams. */
  STREAMED,
  /** A function, by a process that answers all messages of a conversation. */
  CHAT,
  /** An agent that another one calls as its tool. */
  AGENT_AS_TOOL
}
