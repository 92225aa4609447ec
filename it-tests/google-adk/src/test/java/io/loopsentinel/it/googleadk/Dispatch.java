package io.loopsentinel.it.googleadk;

/** The ways in which ADK comes to execute a tool. */
enum Dispatch {
  /** A method, one call after the other, on the caller's thread. */
  CALLED,
  /** The same, where the model's responses are streamed. */
  STREAMED,
  /** A method that hands the work to another thread. */
  ASYNCHRONOUS,
  /** A method, the calls of one response at once, as far as the version knows how. */
  CONCURRENT,
  /** A class of the application whose errors, all of them, a callback of the agent answers. */
  CALLBACK
}
