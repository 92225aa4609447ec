package io.loopsentinel.agent.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread of the application wait for a future.
 *
 * <p>On a {@link ForkJoinPool} the pool starts another thread meanwhile, because the common pool of
 * a small container has a single one, which HTTP clients use for all streams. Waiting in the future
 * itself would run other tasks of the pool on this thread.
 */
public final class BlockingWait {

  private BlockingWait() {}

  /** Waits until a future is done, or the time is up. */
  public static void await(CompletableFuture<?> future, long timeout, TimeUnit unit)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Future<?> unused = future.whenComplete((value, error) -> done.countDown());
    Blocker blocker = new Blocker(done, System.nanoTime() + unit.toNanos(timeout));
    try {
      ForkJoinPool.managedBlock(blocker);
    } catch (RejectedExecutionException noMoreThreads) {
      boolean unusedResult = blocker.block();
    }
  }

  private record Blocker(CountDownLatch done, long deadline)
      implements ForkJoinPool.ManagedBlocker {

    @Override
    public boolean block() throws InterruptedException {
      boolean unused = done.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      return true;
    }

    @Override
    public boolean isReleasable() {
      return done.getCount() == 0;
    }
  }
}
