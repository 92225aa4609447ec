package io.loopsentinel.engine.session;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A lock for which no thread waits longer than two seconds.
 *
 * <p>What is done under it takes microseconds. Should a defect keep it locked, calls of the
 * application go on unguarded instead of waiting for ever. A wait for a monitor cannot be bounded.
 */
final class BoundedLock {

  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Runs something under the lock.
   *
   * @throws IllegalStateException if the lock is not free for too long
   */
  <T> T locked(Supplier<T> work) {
    lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** An interruption is the application's affair: it shortens no wait and is kept. */
  private void lock() {
    long end = System.nanoTime() + LONGEST_WAIT_NANOS;
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
      throw new IllegalStateException("sessions are locked by another call for too long");
    }
  }
}
