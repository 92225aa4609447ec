package io.loopsentinel.store.redis;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Daemon threads that wait for a server. A calling thread never waits for them beyond its deadline.
 * Idle ones end.
 */
final class ServerThreads implements AutoCloseable {

  /** Maximum number of requests that wait for a thread. */
  private static final int MAX_WAITING = 1_024;

  private final String server;
  private final ThreadPoolExecutor threads;

  ServerThreads(String server, int max) {
    this.server = server;
    this.threads =
        new ThreadPoolExecutor(
            max,
            max,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            ServerThreads::daemon);
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Returns a thread that keeps nothing of its creator alive: neither thread-locals nor, up to JDK
   * 23, the access control context.
   */
  @SuppressWarnings("removal")
  private static Thread daemon(Runnable task) {
    PrivilegedAction<Thread> creation =
        () -> new Thread(null, task, "loop-sentinel redis", 0, false);
    Thread thread = AccessController.doPrivileged(creation);
    thread.setDaemon(true);
    thread.setContextClassLoader(ServerThreads.class.getClassLoader());
    return thread;
  }

  /** Does work and returns its result; throws after a deadline of {@link System#nanoTime}. */
  <T> T call(Callable<T> work, long deadline) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    try {
      threads.execute(task);
      return task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      String reason = threads.isShutdown() ? "the store is closed" : "too many requests wait";
      throw new IOException("Redis at " + server + ": " + reason, e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new IOException("Redis at " + server + ": " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new TimeoutException("Redis at " + server + " did not reply in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Meant for the application.
      throw e;
    } finally {
      if (task.cancel(false)) {
        boolean unused = threads.remove(task);
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
