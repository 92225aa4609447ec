package io.loopsentinel.agent.async;

/** The continuation between a suspend function and its caller. */
public interface ObservedContinuation {

  /** Returns the listener to the end of the function. */
  LaterResult.Listener listener();
}
