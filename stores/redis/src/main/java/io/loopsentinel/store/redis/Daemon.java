package io.loopsentinel.store.redis;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Creates the threads of a store. */
final class Daemon {

  private Daemon() {}

  /**
   * Returns a new daemon thread that keeps nothing of the thread alive that creates it: neither its
   * thread-locals nor, up to JDK 23, its access control context.
   */
  @SuppressWarnings("removal")
  static Thread of(String name, Runnable task) {
    return AccessController.doPrivileged(
        (PrivilegedAction<Thread>)
            () -> {
              Thread thread = new Thread(null, task, "loop-sentinel " + name, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(Daemon.class.getClassLoader());
              return thread;
            });
  }
}
