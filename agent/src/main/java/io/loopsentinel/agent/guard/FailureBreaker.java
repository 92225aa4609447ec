package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Switches a guard off that does nothing but fail: its target does not fit what it meets.
 *
 * <p>Thread-safe.
 */
final class FailureBreaker {

  /** Failures in a row after which a guard is given up. */
  private static final int TOLERATED = 25;

  private final String description;
  private final AgentLog log;
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private volatile boolean open;

  /**
   * Creates a breaker.
   *
   * @param description which guard, for the message
   */
  FailureBreaker(String description, AgentLog log) {
    this.description = description;
    this.log = log;
  }

  /** Whether the guard is switched off. */
  boolean isOpen() {
    return open;
  }

  void succeeded() {
    if (failuresInARow.get() != 0) {
      failuresInARow.set(0);
    }
  }

  void failed() {
    if (failuresInARow.incrementAndGet() == TOLERATED) {
      open = true;
      log.error(
          description
              + " failed "
              + TOLERATED
              + " times in a row and is switched off: its calls run unguarded. "
              + "The errors above say what does not fit.");
    }
  }
}
