package io.loopsentinel.agent.guard;

import io.loopsentinel.targets.expression.EvaluationException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Switches a guard off for a minute after repeated failures of the agent, and then tries it again.
 *
 * <p>A value that cannot be read, or that throws, affects only its own call and is not counted,
 * because one caller could otherwise unguard all others. The next call reports that the guard is
 * off, because the call that opens the breaker may have no stack left. Thread-safe.
 */
final class FailureBreaker {

  private static final int MAX_FAILURES = 25;

  private static final Duration OPEN_TIME = Duration.ofMinutes(1);

  private final String description;
  private final Consumer<String> gaveUp;
  private final Consumer<String> triedAgain;
  private final LongSupplier nanoTime;
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private volatile boolean open;
  private long openedAt;
  private boolean announced;

  FailureBreaker(
      String description,
      Consumer<String> gaveUp,
      Consumer<String> triedAgain,
      LongSupplier nanoTime) {
    this.description = description;
    this.gaveUp = gaveUp;
    this.triedAgain = triedAgain;
    this.nanoTime = nanoTime;
  }

  boolean isOpen() {
    return open && isStillOpen();
  }

  void succeeded() {
    failuresInARow.set(0);
  }

  /** Counts a failure, except for a lack of stack or heap, and for values of this call. */
  void failed(Throwable failure) {
    if (!(failure instanceof VirtualMachineError)
        && !(failure instanceof EvaluationException)
        && failuresInARow.incrementAndGet() >= MAX_FAILURES) {
      synchronized (this) {
        if (!open) {
          openedAt = nanoTime.getAsLong();
          announced = false;
          open = true;
        }
      }
    }
  }

  private synchronized boolean isStillOpen() {
    if (!open) {
      return false;
    }
    if (!announced) {
      gaveUp.accept(
          "%s failed %s times in a row and is switched off for a minute: its calls run unguarded. The errors above say what does not fit."
              .formatted(description, MAX_FAILURES));
      announced = true;
    }
    if (nanoTime.getAsLong() - openedAt < OPEN_TIME.toNanos()) {
      return true;
    }
    triedAgain.accept(description + " was switched off for a minute and is tried again.");
    failuresInARow.set(0);
    open = false;
    return false;
  }
}
