package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;

/**
 * Where events go. Used by one thread at a time.
 *
 * <p>A sink may take its time: no call waits for it. What it throws is reported, and the next event
 * comes to it all the same.
 */
public interface EventSink {

  /** Returns what messages call it. */
  String name();

  /** Takes an event in. */
  void accept(LoopEvent event) throws Exception;

  /** Writes what it still holds and lets go of it; at the end of the JVM. */
  default void close() throws Exception {}
}
