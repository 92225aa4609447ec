package io.loopsentinel.targets.extension;

import io.loopsentinel.targets.extension.Extensions.FailureListener;
import io.loopsentinel.targets.thread.AgentThread;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs an extension on its own daemon threads, with a timeout. An extension that keeps failing is
 * switched off for a minute and then tried again.
 *
 * <p>Load is not a failure: if all threads are busy, a call waits for one within the same timeout
 * and then continues without a result. Thread-safe.
 */
final class ExtensionGuard {

  /** How long a call waits for a rule, and other calls for the lock of its session. */
  static final Duration CALL_TIMEOUT = Duration.ofMillis(250);

  /** How long a call waits for the meaning of its text. */
  static final Duration MEANING_TIMEOUT = Duration.ofMillis(30);

  /** How long other alerts of a webhook wait for one to be formatted. No call waits. */
  static final Duration ALERT_TIMEOUT = Duration.ofSeconds(1);

  /** How long a start or a reload waits for an extension. */
  static final Duration CONFIGURATION_TIMEOUT = Duration.ofSeconds(5);

  static final int MAX_THREADS = 8;

  /** Maximum calls that wait for a thread. */
  private static final int MAX_WAITING = 256;

  private static final int MAX_FAILURES = 5;

  /** Minimum share of the timeout that a slow call has run; others waited for a thread too long. */
  private static final double MIN_RUNNING_SHARE = 0.75;

  private static final Duration OFF_DURATION = Duration.ofMinutes(1);

  private final String name;
  private final ClassLoader loader;
  private final FailureListener failureListener;
  private final LongSupplier nanoTime;
  private final int maxThreads;
  private final ThreadPoolExecutor threads;
  private final AtomicInteger consecutiveFailures = new AtomicInteger();

  /** Threads that were abandoned and have not returned. */
  private final AtomicInteger stuck = new AtomicInteger();

  /** Null unless the extension is switched off. */
  private final AtomicReference<@Nullable SwitchedOff> off = new AtomicReference<>();

  /** The time at which the extension was switched off. */
  private record SwitchedOff(long nanos) {}

  /** Work without a result. */
  @FunctionalInterface
  interface Work {

    void run() throws Exception;
  }

  /** Validates a result. */
  @FunctionalInterface
  interface Check<T> {

    /** Returns the problem, worded to follow the extension's name; {@code null} if valid. */
    @Nullable String problem(T result);
  }

  /**
   * Creates a guard.
   *
   * @param loader the context class loader of its threads
   */
  ExtensionGuard(String name, ClassLoader loader, int maxThreads, FailureListener failureListener) {
    this(name, loader, maxThreads, failureListener, System::nanoTime);
  }

  ExtensionGuard(
      String name,
      ClassLoader loader,
      int maxThreads,
      FailureListener failureListener,
      LongSupplier nanoTime) {
    this.maxThreads = maxThreads;
    this.name = name;
    this.loader = loader;
    this.failureListener = failureListener;
    this.nanoTime = nanoTime;
    this.threads =
        new ThreadPoolExecutor(
            maxThreads,
            maxThreads,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            this::newThread);
    threads.allowCoreThreadTimeOut(true);
  }

  String name() {
    return name;
  }

  private Thread newThread(Runnable task) {
    Thread thread = AgentThread.daemon("loop-sentinel extension " + name, task);
    thread.setContextClassLoader(loader);
    return thread;
  }

  /**
   * Runs work and returns its result.
   *
   * @throws ExecutionException if the work throws
   * @throws TimeoutException if it takes too long; its thread is interrupted
   */
  <T> T call(Duration timeout, Callable<T> work)
      throws ExecutionException, TimeoutException, InterruptedException {
    Future<T> running = threads.submit(work);
    try {
      return running.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      running.cancel(true);
    }
  }

  /** Runs work; returns {@code null} if it fails, gives an invalid result or is switched off. */
  <T> @Nullable T callOrNull(Duration timeout, Callable<@Nullable T> work, Check<T> check) {
    if (isOff()) {
      return null;
    }
    if (stuck.get() >= maxThreads) {
      recordFailure("blocks all its threads (" + maxThreads + "), which have not returned", null);
      return null;
    }
    Task<T> task = new Task<>(work, stuck);
    try {
      threads.execute(task);
      T result = task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      String problem = result == null ? null : check.problem(result);
      if (problem != null) {
        recordFailure(problem, null);
        return null;
      }
      recordSuccess();
      return result;
    } catch (ExecutionException e) {
      recordFailure(null, e.getCause());
    } catch (TimeoutException e) {
      if (task.abandon() >= timeout.toNanos() * MIN_RUNNING_SHARE) {
        recordFailure("took longer than " + timeout.toMillis() + " ms", e);
      } else {
        reportBusy("for " + timeout.toMillis() + " ms");
      }
    } catch (RejectedExecutionException e) {
      reportBusy("and " + MAX_WAITING + " calls waiting for one");
    } catch (InterruptedException e) {
      task.abandon();
      Thread.currentThread().interrupt(); // Meant for the application, whose call continues.
    }
    return null;
  }

  /** Runs work on the current thread, without a timeout; not if it is switched off. */
  void runOnCurrentThread(Work work) {
    if (!isOff()) {
      runEvenIfOff(work);
    }
  }

  /** Runs work as above, but also if the extension is switched off. */
  void runEvenIfOff(Work work) {
    Thread thread = Thread.currentThread();
    thread.setContextClassLoader(loader);
    try {
      work.run();
      recordSuccess();
    } catch (Throwable failure) {
      recordFailure(null, failure);
    } finally {
      thread.setContextClassLoader(null);
    }
  }

  private boolean isOff() {
    SwitchedOff since = off.get();
    if (since == null) {
      return false;
    }
    if (nanoTime.getAsLong() - since.nanos() < OFF_DURATION.toNanos()) {
      return true;
    }
    if (off.compareAndSet(since, null)) {
      consecutiveFailures.set(MAX_FAILURES - 1); // One more failure switches it off again.
    }
    return false;
  }

  private void recordSuccess() {
    consecutiveFailures.set(0);
  }

  private void reportBusy(String details) {
    report(
        "had no free thread " + details + ": calls arrive faster than it answers",
        "it has no effect this time",
        null);
  }

  /** Counts and reports a failure: the problem or, if null, the class of the cause. */
  private void recordFailure(@Nullable String problem, @Nullable Throwable cause) {
    report(problem, "it has no effect this time", cause);
    if (consecutiveFailures.incrementAndGet() == MAX_FAILURES) {
      off.set(new SwitchedOff(nanoTime.getAsLong()));
      report(
          "failed %s times in a row".formatted(MAX_FAILURES),
          "it is switched off for a minute and then tried again",
          cause);
    }
  }

  private void report(@Nullable String problem, String consequence, @Nullable Throwable cause) {
    failureListener.failed("extension " + name, problem, consequence, cause);
  }

  /** A call of an extension that measures its running time. */
  private static final class Task<T> extends FutureTask<@Nullable T> {

    private final AtomicInteger stuck;
    private long started;
    private boolean runs;
    private boolean abandoned;

    Task(Callable<@Nullable T> work, AtomicInteger stuck) {
      super(work);
      this.stuck = stuck;
    }

    @Override
    public void run() {
      synchronized (this) {
        if (abandoned) {
          return;
        }
        started = System.nanoTime();
        runs = true;
      }
      try {
        super.run();
      } finally {
        synchronized (this) {
          runs = false;
          if (abandoned) {
            stuck.decrementAndGet();
          }
        }
      }
    }

    /** Abandons the call. Returns its running time in nanoseconds, 0 if it is not running. */
    long abandon() {
      long ran;
      synchronized (this) {
        ran = runs ? System.nanoTime() - started : 0;
        if (runs) {
          stuck.incrementAndGet();
        }
        abandoned = true;
      }
      cancel(true);
      return ran;
    }
  }
}
