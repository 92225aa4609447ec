package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import java.util.Map;

/**
 * A receiver of events. Used by one thread at a time, unless it is immediate.
 *
 * <p>A sink may block unless it is immediate, because no call and no other sink waits for it. Its
 * exceptions are reported; it still receives the next event.
 */
public interface EventSink {

  /** Returns the name for messages. */
  String name();

  void accept(LoopEvent event) throws Exception;

  /**
   * Returns whether it receives events on the publishing thread. It must then be thread-safe and
   * quick, because calls wait for it.
   */
  default boolean isImmediate() {
    return false;
  }

  /** Returns whether it also wants calls and turns, which cost more than events. */
  default boolean takesTraces() {
    return false;
  }

  /**
   * Returns whether it wants sizes and the hashes of words and results in traces, which cost as
   * much as the rest of them.
   */
  default boolean takesSizes() {
    return false;
  }

  /**
   * Handles a call, a turn or the reset of a session, as names, hashes and sizes. Together with the
   * events, {@code replay} needs these to repeat the judgements.
   *
   * @param values values by name, as {@code docs/audit-log.md} describes them
   */
  default void trace(Map<String, Object> values) {}

  /**
   * Handles a class loader of the application that has a guarded method from now on. Called on the
   * thread of the first call of that method.
   */
  default void guarded(ClassLoader application) {}

  /** Starts to write out pending data; called before {@link #close}. */
  default void finish() {}

  /** Waits a short time for {@link #finish}, and closes the sink. */
  default void close() throws Exception {}

  /** Called instead of {@link #close} when the JVM ends, while the application may still work. */
  default void exit() throws Exception {
    close();
  }
}
