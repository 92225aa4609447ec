package io.loopsentinel.engine.api;

import io.loopsentinel.LoopEvent;

/** Receives events, on one thread of its own. */
@FunctionalInterface
public interface EventReceiver {

  /** Takes an event in. It may take its time; events that come too fast meanwhile are dropped. */
  void accept(LoopEvent event) throws Exception;

  /** Ends; there are five seconds for it and what still waits. */
  default void close() throws Exception {}
}
