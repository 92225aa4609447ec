package io.loopsentinel.agent.telemetry;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that runs the application's main method, and whether it has come to it.
 *
 * <p>Before main the agent must not bring up parts of the JDK whose first user settles how they
 * work: {@code java.util.logging}, and with it the HTTP client, which logs.
 */
public final class MainThread {

  /** A launcher of its own may never show a frame on this thread. */
  private static final long LONGEST_START = TimeUnit.MINUTES.toNanos(1);

  private static final long PAUSE_MILLIS = 100;

  private final Thread thread;
  private final long created = System.nanoTime();
  private volatile boolean begun;

  private MainThread(Thread thread, boolean begun) {
    this.thread = thread;
    this.begun = begun;
  }

  /** To be called before main, on the thread that will run it. */
  public static MainThread current() {
    return new MainThread(Thread.currentThread(), false);
  }

  /** To be called while the application runs, on any thread. */
  public static MainThread running() {
    return new MainThread(
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().equals("main"))
            .findFirst()
            .orElseGet(Thread::currentThread),
        true);
  }

  /** Whether the application's own code runs on it, or has. */
  public boolean hasBegun() {
    if (!begun) {
      begun =
          System.nanoTime() - created > LONGEST_START
              || !thread.isAlive()
              || isOfApplication(thread.getStackTrace());
    }
    return begun;
  }

  /**
   * Waits until {@link #hasBegun}; returns {@code false} where {@code closing} ends that before.
   */
  public boolean awaitBegun(CountDownLatch closing) throws InterruptedException {
    while (!hasBegun()) {
      if (closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what the application loads its classes by, as far as this thread tells. */
  public ClassLoader classLoader() {
    @Nullable ClassLoader own = thread.getContextClassLoader();
    return own != null ? own : ClassLoader.getSystemClassLoader();
  }

  /** The outermost frame is the launcher's, or the JDK's that runs agents, until main begins. */
  private static boolean isOfApplication(StackTraceElement[] frames) {
    if (frames.length == 0) {
      return false;
    }
    StackTraceElement outermost = frames[frames.length - 1];
    String type = outermost.getClassName();
    return !type.startsWith("sun.")
        && !type.startsWith("java.")
        && !type.startsWith("jdk.")
        && !outermost.getMethodName().equals("<clinit>");
  }
}
