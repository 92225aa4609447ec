package io.loopsentinel.agent.guard;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Switches a guard off that does nothing but fail: its target does not fit what it meets.
 *
 * <p>That it is off is said by the next call that finds it so, and said again until it could be
 * written: the call that opens it may have no stack left to say anything. Thread-safe.
 */
final class FailureBreaker {

  /** Failures in a row after which a guard is given up. */
  private static final int TOLERATED = 25;

  private final String description;
  private final Consumer<String> lines;
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private volatile boolean open;
  private volatile boolean announced;

  /**
   * Creates a breaker.
   *
   * @param description which guard, for the message
   * @param lines told that it is switched off
   */
  FailureBreaker(String description, Consumer<String> lines) {
    this.description = description;
    this.lines = lines;
  }

  /** Returns which guard it is. */
  String description() {
    return description;
  }

  /** Whether the guard is switched off. */
  boolean isOpen() {
    if (!open) {
      return false;
    }
    if (!announced) {
      announce();
    }
    return true;
  }

  void succeeded() {
    if (failuresInARow.get() != 0) {
      failuresInARow.set(0);
    }
  }

  /** Counts a failure, unless it is the JVM that has no stack or heap left: no target's fault. */
  void failed(Throwable failure) {
    if (!(failure instanceof VirtualMachineError)
        && failuresInARow.incrementAndGet() >= TOLERATED) {
      open = true;
    }
  }

  private synchronized void announce() {
    if (announced) {
      return;
    }
    lines.accept(
        description
            + " failed "
            + TOLERATED
            + " times in a row and is switched off: its calls run unguarded. "
            + "The errors above say what does not fit.");
    announced = true;
  }
}
