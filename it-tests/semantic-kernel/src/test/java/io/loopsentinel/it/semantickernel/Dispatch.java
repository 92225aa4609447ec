package io.loopsentinel.it.semantickernel;

/** The ways in which Semantic Kernel comes to invoke a function for a model. */
enum Dispatch {
  /** By a chat that the caller waits for. */
  CHAT,
  /** By a chat, a function whose result comes later; the caller waits for a future. */
  ASYNCHRONOUS,
  /** By a prompt that the kernel renders and sends. */
  PROMPT;

  /** Returns the class in which the caller finds an error: Reactor's, or that of futures. */
  String wrapper() {
    return this == ASYNCHRONOUS
        ? "java.util.concurrent.CompletionException"
        : "reactor.core.Exceptions$ReactiveException";
  }
}
