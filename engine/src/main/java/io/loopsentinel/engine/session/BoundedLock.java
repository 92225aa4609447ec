package io.loopsentinel.engine.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A lock for which no thread waits for ever.
 *
 * <p>What sessions do under one takes microseconds. Should a defect, or code of the application,
 * keep it locked, calls go on unguarded instead. A wait for a monitor cannot be bounded.
 */
public final class BoundedLock {

  private final ReentrantLock lock = new ReentrantLock();
  private final long longestWaitNanos;

  /** Creates a lock that is waited for two seconds at most. */
  BoundedLock() {
    this(Duration.ofSeconds(2));
  }

  /** Creates a lock that is waited for so long at most. */
  public BoundedLock(Duration longestWait) {
    this.longestWaitNanos = longestWait.toNanos();
  }

  /**
   * Runs something under the lock.
   *
   * @throws IllegalStateException if the lock is not free for too long
   */
  public <T> T locked(Supplier<T> work) {
    lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** An interruption is the application's affair: it shortens no wait and is kept. */
  private void lock() {
    long end = System.nanoTime() + longestWaitNanos;
    boolean locked = lock.tryLock();
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
      throw new IllegalStateException("what this call needs is locked by another one for too long");
    }
  }
}
