package io.loopsentinel.agent.extension;

import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs what an extension does on daemon threads of its own, and waits for it no longer than it may
 * take. What keeps failing is switched off for a minute, and then tried again.
 *
 * <p>Load is no failure: where all threads are busy, a call waits for one, within the same limit,
 * and then goes on as though nothing had been found. Thread-safe.
 */
final class ExtensionGuard {

  /** How long a call of the application waits for a rule, and others for its session's lock. */
  static final Duration LIMIT = Duration.ofMillis(250);

  /** How long other alerts of a webhook wait for one to be written; no call does. */
  static final Duration LIMIT_OF_ALERT = Duration.ofSeconds(1);

  /** How long a start or a reload waits for an extension. */
  static final Duration LIMIT_OF_CONFIGURATION = Duration.ofSeconds(5);

  private static final int MAX_THREADS = 8;

  /** Calls that wait for a thread. */
  private static final int MAX_WAITING = 256;

  private static final int TOLERATED = 5;

  /**
   * Part of a limit after which it is the extension that was too slow, not the wait for a thread.
   */
  private static final double OWN_SHARE = 0.75;

  private static final Duration OFF = Duration.ofMinutes(1);

  private final String name;
  private final ClassLoader loader;
  private final Consumer<Throwable> failures;
  private final LongSupplier nanoTime;
  private final ThreadPoolExecutor threads;
  private final AtomicInteger failuresInARow = new AtomicInteger();

  /** Threads that were given up and have not come back. */
  private final AtomicInteger stuck = new AtomicInteger();

  /** Absent while it is not switched off. */
  private final AtomicReference<@Nullable SwitchedOff> off = new AtomicReference<>();

  /** The time at which it was switched off. */
  private record SwitchedOff(long nanos) {}

  /** Finds what is wrong with a result. */
  @FunctionalInterface
  interface Check<T> {

    /** Returns the problem, to follow the extension's name; {@code null} if there is none. */
    @Nullable String problem(T result);
  }

  /**
   * Creates a guard.
   *
   * @param name the extension, or its jar
   * @param loader the context class loader of its threads
   * @param failures told of what it throws
   */
  ExtensionGuard(String name, ClassLoader loader, Consumer<Throwable> failures) {
    this(name, loader, failures, System::nanoTime);
  }

  ExtensionGuard(
      String name, ClassLoader loader, Consumer<Throwable> failures, LongSupplier nanoTime) {
    this.name = name;
    this.loader = loader;
    this.failures = failures;
    this.nanoTime = nanoTime;
    this.threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            this::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  String name() {
    return name;
  }

  private Thread thread(Runnable task) {
    Thread thread = AgentThread.daemon("loop-sentinel extension " + name, task);
    thread.setContextClassLoader(loader);
    return thread;
  }

  /**
   * Returns what it gives.
   *
   * @throws ExecutionException what it throws
   * @throws TimeoutException if it takes too long; its thread is interrupted
   */
  <T> T call(Duration limit, Callable<T> work)
      throws ExecutionException, TimeoutException, InterruptedException {
    Future<T> running = threads.submit(work);
    try {
      return running.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      running.cancel(true);
    }
  }

  /** As {@link #callOrNothing(Duration, Callable, Check)}, for a result that is always fit. */
  <T> @Nullable T callOrNothing(Duration limit, Callable<@Nullable T> work) {
    return callOrNothing(limit, work, result -> null);
  }

  /** Returns its result; {@code null} if it fails, returns nonsense or is switched off. */
  <T> @Nullable T callOrNothing(Duration limit, Callable<@Nullable T> work, Check<T> check) {
    if (isOff()) {
      return null;
    }
    if (stuck.get() >= MAX_THREADS) {
      failed("holds " + MAX_THREADS + " threads that do not come back", null);
      return null;
    }
    Asked<T> asked = new Asked<>(work, stuck);
    try {
      threads.execute(asked);
      T result = asked.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      String problem = result == null ? null : check.problem(result);
      if (problem != null) {
        failed(problem, null);
        return null;
      }
      succeeded();
      return result;
    } catch (ExecutionException e) {
      failed(null, e.getCause());
    } catch (TimeoutException e) {
      if (asked.giveUp() >= limit.toNanos() * OWN_SHARE) {
        failed("took longer than " + limit.toMillis() + " ms", e);
      } else {
        busy("for " + limit.toMillis() + " ms");
      }
    } catch (RejectedExecutionException e) {
      busy("and " + MAX_WAITING + " calls wait for one");
    } catch (InterruptedException e) {
      asked.giveUp();
      Thread.currentThread().interrupt(); // Meant for the application, whose call goes on.
    }
    return null;
  }

  /** Does something on a thread that nobody waits for. */
  void onThisThread(Callable<?> work) {
    if (isOff()) {
      return;
    }
    Thread thread = Thread.currentThread();
    thread.setContextClassLoader(loader);
    try {
      Object unused = work.call();
      succeeded();
    } catch (Throwable failure) {
      failed(null, failure);
    } finally {
      thread.setContextClassLoader(null);
    }
  }

  private boolean isOff() {
    SwitchedOff since = off.get();
    if (since == null) {
      return false;
    }
    if (nanoTime.getAsLong() - since.nanos() < OFF.toNanos()) {
      return true;
    }
    if (off.compareAndSet(since, null)) {
      failuresInARow.set(TOLERATED - 1); // One more failure switches it off again.
    }
    return false;
  }

  private void succeeded() {
    failuresInARow.set(0);
  }

  private void busy(String howLong) {
    report(
        "has no thread free " + howLong + ": calls come faster than it answers",
        "nothing comes of it this time",
        null);
  }

  /** Counts a failure; without a problem it is the kind of the cause that is told. */
  private void failed(@Nullable String problem, @Nullable Throwable cause) {
    report(problem, "nothing comes of it this time", cause);
    if (failuresInARow.incrementAndGet() == TOLERATED) {
      off.set(new SwitchedOff(nanoTime.getAsLong()));
      report(
          "failed %d times in a row".formatted(TOLERATED),
          "it is switched off for a minute and then tried again",
          cause);
    }
  }

  private void report(@Nullable String problem, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure("extension " + name, problem, consequence, cause));
  }

  /** Something that an extension was asked, and how long it has been at work on that. */
  private static final class Asked<T> extends FutureTask<@Nullable T> {

    private final AtomicInteger stuck;
    private long started;
    private boolean runs;
    private boolean givenUp;

    Asked(Callable<@Nullable T> work, AtomicInteger stuck) {
      super(work);
      this.stuck = stuck;
    }

    @Override
    public void run() {
      synchronized (this) {
        if (givenUp) {
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
          if (givenUp) {
            stuck.decrementAndGet();
          }
        }
      }
    }

    /** Waits no longer for it; returns for how many nanoseconds it has run, 0 if it has not. */
    long giveUp() {
      long ran;
      synchronized (this) {
        ran = runs ? System.nanoTime() - started : 0;
        if (runs) {
          stuck.incrementAndGet();
        }
        givenUp = true;
      }
      cancel(true);
      return ran;
    }
  }
}
