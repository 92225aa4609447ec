package io.loopsentinel.agent.telemetry;

import java.time.Duration;

/** What is still to be done when the JVM ends, which it must not hold up. */
public final class AtExit {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private AtExit() {}

  /**
   * Has a task done when the JVM ends, or as much of it as takes a second. Where the JVM is about
   * to end already, it is not done.
   *
   * @param thread the name of the thread
   */
  public static void add(String thread, Runnable task) {
    try {
      Runtime.getRuntime().addShutdownHook(daemon(thread, () -> runInTime(thread, task)));
    } catch (IllegalStateException ending) {
      // Hooks cannot be added any more.
    }
  }

  /** Returns a thread that neither holds up the JVM nor a class loader of the application. */
  public static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    // Inherited from the application, it would keep its class loader alive.
    thread.setContextClassLoader(null);
    return thread;
  }

  private static void runInTime(String name, Runnable task) {
    Thread thread = daemon(name, task);
    thread.start();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
