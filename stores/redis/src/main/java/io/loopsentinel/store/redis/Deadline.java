package io.loopsentinel.store.redis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The time by which a call ends.
 *
 * @param nanoTime that time of {@link System#nanoTime}
 */
record Deadline(long nanoTime) {

  static Deadline after(Duration timeout) {
    return new Deadline(System.nanoTime() + timeout.toNanos());
  }

  /**
   * Waits until a latch is open, at most until this deadline.
   *
   * @return whether it is
   * @throws InterruptedException if the thread is interrupted; it stays so, because that is meant
   *     for the application
   */
  boolean await(CountDownLatch latch) throws InterruptedException {
    try {
      return latch.await(nanoTime - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw e;
    }
  }
}
