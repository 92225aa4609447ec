package io.loopsentinel.it.langchain4j;

/** The ways in which LangChain4j comes to execute a tool. */
enum Dispatch {
  /** A {@code @Tool} method, on the caller's thread. */
  SYNCHRONOUS,
  /** {@code @Tool} methods, two calls in each response, each on a thread of an executor. */
  CONCURRENT,
  /** A {@code @Tool} method, on the thread of the HTTP client that read the response's end. */
  STREAMING,
  /** An object of a class of the application, given together with the tool's specification. */
  EXECUTOR,
  /** A lambda, given to the AI service together with the tool's specification. */
  LAMBDA;

  /** Returns how many tool calls the model makes in one response. */
  int callsPerResponse() {
    return this == CONCURRENT ? 2 : 1;
  }
}
