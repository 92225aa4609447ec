package io.loopsentinel.agent.extension;

import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs what an extension does on daemon threads of its own, and waits for it no longer than it may
 * take. What keeps failing is switched off. Thread-safe.
 */
final class ExtensionGuard {

  /** How long a call of the application waits for a rule, and others for its session's lock. */
  static final Duration LIMIT = Duration.ofMillis(250);

  /** How long other alerts of a webhook wait for one to be written; no call does. */
  static final Duration LIMIT_OF_ALERT = Duration.ofSeconds(1);

  /** How long a start or a reload waits for an extension. */
  static final Duration LIMIT_OF_CONFIGURATION = Duration.ofSeconds(5);

  private static final int MOST_THREADS = 8;
  private static final int TOLERATED = 5;

  private final String name;
  private final ClassLoader loader;
  private final Consumer<Throwable> failures;
  private final ThreadPoolExecutor threads;
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private volatile boolean off;

  /**
   * Creates a guard.
   *
   * @param name the extension, or its jar
   * @param loader the context class loader of its threads
   * @param failures told of what it throws
   */
  ExtensionGuard(String name, ClassLoader loader, Consumer<Throwable> failures) {
    this.name = name;
    this.loader = loader;
    this.failures = failures;
    this.threads =
        new ThreadPoolExecutor(
            0, MOST_THREADS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);
  }

  String name() {
    return name;
  }

  /** Makes a thread for what the extension does. */
  Thread thread(Runnable task) {
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

  /** Returns what it gives; {@code null} where it fails or is switched off. */
  <T> @Nullable T callOrNothing(Duration limit, Callable<@Nullable T> work) {
    if (off) {
      return null;
    }
    try {
      T result = call(limit, work);
      failuresInARow.set(0);
      return result;
    } catch (ExecutionException e) {
      failed(null, e.getCause());
    } catch (TimeoutException e) {
      failed("took longer than " + limit.toMillis() + " ms", e);
    } catch (RejectedExecutionException e) {
      failed("holds " + MOST_THREADS + " threads that do not come back", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Meant for the application, whose call goes on.
    }
    return null;
  }

  boolean isOff() {
    return off;
  }

  /** Counts a failure; without a problem it is the kind of the cause that is told. */
  void failed(@Nullable String problem, @Nullable Throwable cause) {
    report(problem, "nothing comes of it this time", cause);
    if (failuresInARow.incrementAndGet() == TOLERATED) {
      off = true;
      report(
          "failed %d times in a row".formatted(TOLERATED),
          "it is switched off until the configuration is read anew",
          cause);
    }
  }

  private void report(@Nullable String problem, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure("extension " + name, problem, consequence, cause));
  }
}
