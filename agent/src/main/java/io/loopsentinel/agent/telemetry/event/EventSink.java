package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import java.util.Map;

/**
 * Where events go. Used by one thread at a time.
 *
 * <p>A sink may take its time, unless it is immediate: no call and no other sink waits for it. What
 * it throws is reported, and the next event comes to it all the same.
 */
public interface EventSink {

  /** Returns what messages call it. */
  String name();

  /** Takes an event in. */
  void accept(LoopEvent event) throws Exception;

  /**
   * Whether it is handed events where they happen, there and then: it has to be thread-safe and
   * quick then, as calls wait for it.
   */
  default boolean isImmediate() {
    return false;
  }

  /** Whether it takes calls and turns, too; they cost more than events. */
  default boolean takesTraces() {
    return false;
  }

  /**
   * Whether it wants the sizes of what is traced, and the hashes of words and results, which cost
   * as much as all the rest.
   */
  default boolean takesSizes() {
    return false;
  }

  /**
   * Takes in what {@code replay} needs beside events to judge again what was judged: a call, a turn
   * or the new beginning of a session, by names, hashes and sizes.
   *
   * @param values by their documented names, in order; {@code docs/events.md} tells them
   */
  default void trace(Map<String, Object> values) {}

  /**
   * Takes note of a class loader of the application, of which a method is guarded from now on; on
   * the thread of its first call.
   */
  default void guarded(ClassLoader application) {}

  /** Begins to write what it still holds; at the end of the JVM. */
  default void finish() {}

  /** Waits until that is done, for a moment; after all others have begun, too. */
  default void close() throws Exception {}
}
