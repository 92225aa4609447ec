package io.loopsentinel.it.springai;

/** The ways in which Spring AI comes to execute a tool. */
enum Dispatch {
  /** A {@code @Tool} method, by a chat client, on the caller's thread. */
  CALLED,
  /** A {@code @Tool} method, by a chat client, on another thread for each response. */
  STREAMED,
  /** A class of the application that implements no more of a tool than it must. */
  CALLBACK,
  /** A function, in a loop and by a manager that the application writes itself. */
  OWN_LOOP
}
