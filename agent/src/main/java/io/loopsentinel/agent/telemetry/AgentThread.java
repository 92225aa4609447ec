package io.loopsentinel.agent.telemetry;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;

/** Makes the agent's own threads, those at the end of the JVM included. */
public final class AgentThread {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private AgentThread() {}

  /**
   * Returns a daemon thread that keeps no class loader of the application alive: it has no context
   * class loader and inherits no thread-locals.
   *
   * <p>Up to JDK 23 a thread keeps the access control context of its maker, too, and with it the
   * class loader of every class on the stack; this one is made with none but the agent's there.
   */
  @SuppressWarnings("removal")
  public static Thread daemon(String name, Runnable task) {
    return AccessController.doPrivileged(
        // No lambda: the first one of a JVM takes milliseconds, and this is needed before main.
        new PrivilegedAction<Thread>() {
          @Override
          public Thread run() {
            Thread thread = new Thread(null, task, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
          }
        });
  }

  /**
   * Has a task done when the JVM ends, or as much of it as takes a second. Where the JVM is about
   * to end already, it is not done.
   *
   * @param thread the name of the thread
   */
  public static void atExit(String thread, Runnable task) {
    try {
      Runtime.getRuntime().addShutdownHook(daemon(thread, () -> runInTime(thread, task)));
    } catch (IllegalStateException ending) {
      // Hooks cannot be added any more.
    }
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
