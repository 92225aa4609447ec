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
      Runtime.getRuntime()
          .addShutdownHook(AgentThread.daemon(thread, () -> runInTime(thread, task)));
    } catch (IllegalStateException ending) {
      // Hooks cannot be added any more.
    }
  }

  private static void runInTime(String name, Runnable task) {
    Thread thread = AgentThread.daemon(name, task);
    thread.start();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
