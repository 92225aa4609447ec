package io.loopsentinel.it.quarkus;

/** The ways in which Quarkus comes to execute a tool. */
enum Dispatch {
  /** A method, in a run that is called. */
  CALLED,
  /** The same, called by a request over HTTP. */
  REQUESTED,
  /** A method behind a guardrail, which wraps the tool's executor. */
  WRAPPED,
  /** A method on a virtual thread of its own; on a worker thread, where the JDK has none. */
  VIRTUAL_THREAD,
  /** A method, where the responses are streamed. */
  STREAMED,
  /** The same, streamed to a request over HTTP, which an event loop begins. */
  STREAMED_TO_REQUEST,
  /** The same, streamed again when it fails, twice at most. */
  RETRIED,
  /** The stream of LangChain4j, in which Quarkus executes no tool that blocks: all calls fail. */
  TOKEN_STREAM;

  /** Whether a call comes to the tool. */
  boolean isExecuted() {
    return this != TOKEN_STREAM;
  }
}
