package io.loopsentinel.engine.api;

import io.loopsentinel.LoopEvent;

/** Receives events, on a thread of its own. */
@FunctionalInterface
public interface EventReceiver {

  /** Handles an event. May block; events that exceed the queue are dropped. */
  void accept(LoopEvent event) throws Exception;

  /** Closes the receiver. Waiting events and this method have five seconds. */
  default void close() throws Exception {}
}
