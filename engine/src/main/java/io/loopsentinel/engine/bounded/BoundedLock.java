package io.loopsentinel.engine.bounded;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A lock with a timeout.
 *
 * <p>Sessions hold one for microseconds. If a defect, or code of the application, keeps it locked,
 * calls run unguarded instead. A wait for a monitor cannot be bounded.
 */
public final class BoundedLock {

  private final ReentrantLock lock = new ReentrantLock();
  private final long timeoutNanos;

  /** Creates a lock with a timeout of two seconds. */
  public BoundedLock() {
    this(Duration.ofSeconds(2));
  }

  public BoundedLock(Duration timeout) {
    this.timeoutNanos = timeout.toNanos();
  }

  /**
   * Runs work under the lock.
   *
   * @throws IllegalStateException if the lock is not free within the timeout
   */
  public <T> T locked(Supplier<T> work) {
    lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits without regard to interrupts, which are for the application; the flag is kept.
   *
   * @throws IllegalStateException if the lock is not free within the timeout
   */
  public void lock() {
    if (!lock.tryLock()) {
      waitForLock();
    }
  }

  private void waitForLock() {
    long end = System.nanoTime() + timeoutNanos;
    boolean locked = false;
    boolean interrupted = false;
    while (!locked && end - System.nanoTime() > 0) {
      try {
        locked = lock.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!locked) {
      throw new IllegalStateException("timed out waiting for a lock that another call holds");
    }
  }

  public void unlock() {
    lock.unlock();
  }
}
