package io.loopsentinel.agent.telemetry;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Makes the agent's own threads. */
public final class AgentThread {

  private AgentThread() {}

  private static final class Daemon extends Thread {

    Daemon(Runnable task, String name) {
      super(null, task, name, 0, false);
    }
  }

  /** Returns whether the caller runs on a thread that was made here. */
  public static boolean isCurrent() {
    return Thread.currentThread() instanceof Daemon;
  }

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
            Thread thread = new Daemon(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
          }
        });
  }
}
