package io.loopsentinel.targets.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Creates the agent's own threads. */
public final class AgentThread {

  private AgentThread() {}

  private static final class Daemon extends Thread {

    Daemon(Runnable task, String name) {
      super(null, task, name, 0, false);
    }
  }

  /** Returns whether the current thread was created by this class. */
  public static boolean isCurrent() {
    return Thread.currentThread() instanceof Daemon;
  }

  /**
   * Returns a new daemon thread that keeps no class loader of the application alive: it has no
   * context class loader and inherits no thread-locals.
   *
   * <p>Up to JDK 23, a thread also keeps the access control context of its creator, and with it the
   * class loader of every class on the stack. This thread is created with only the agent's.
   */
  @SuppressWarnings("removal")
  public static Thread daemon(String name, Runnable task) {
    return AccessController.doPrivileged(
        // Not a lambda: the first one in a JVM takes milliseconds, and this runs before main.
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
