package io.loopsentinel.store.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs work on several threads, and waits for conditions. */
final class Concurrently {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Work of one thread, which knows its number. */
  interface Work<T> {
    T of(int thread) throws Exception;
  }

  /** Runs work on threads that begin together, and returns their results by thread. */
  static <T> List<T> run(int threads, Work<T> work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        running.add(
            executor.submit(
                () -> {
                  start.await();
                  return work.of(thread);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("A thread failed: " + e.getCause(), e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  /** Waits until a condition is true. */
  static void await(String condition, Callable<Boolean> isTrue) throws Exception {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!isTrue.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within " + TIMEOUT + ": " + condition);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private Concurrently() {}
}
