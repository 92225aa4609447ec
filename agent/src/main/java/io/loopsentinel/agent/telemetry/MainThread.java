package io.loopsentinel.agent.telemetry;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that runs the application's main method, and whether it has entered it.
 *
 * <p>Before main, the agent must not initialize parts of the JDK that are configured by their first
 * user: {@code java.util.logging}, and with it the HTTP client, which logs.
 */
public final class MainThread {

  /** A custom launcher may never have a stack frame on this thread. */
  private static final long START_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long PAUSE_MILLIS = 100;

  private final Thread thread;
  private final long created = System.nanoTime();
  private volatile boolean begun;

  private MainThread(Thread thread, boolean begun) {
    this.thread = thread;
    this.begun = begun;
  }

  /** Returns the current thread; call it before main, on the thread that will run main. */
  public static MainThread current() {
    return new MainThread(Thread.currentThread(), false);
  }

  /** Returns the main thread of a running application; can be called on any thread. */
  public static MainThread running() {
    return new MainThread(
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().equals("main"))
            .findFirst()
            .orElseGet(Thread::currentThread),
        true);
  }

  /** Returns whether the application's own code runs or has run on this thread. */
  public boolean hasBegun() {
    if (!begun) {
      begun =
          System.nanoTime() - created > START_TIMEOUT_NANOS
              || !thread.isAlive()
              || isInApplication(thread.getStackTrace());
    }
    return begun;
  }

  /** Waits for {@link #hasBegun}; returns {@code false} if {@code closing} reaches zero first. */
  public boolean awaitBegun(CountDownLatch closing) throws InterruptedException {
    while (!hasBegun()) {
      if (closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the context class loader of this thread, or the system class loader. */
  public ClassLoader classLoader() {
    @Nullable ClassLoader own = thread.getContextClassLoader();
    return own != null ? own : ClassLoader.getSystemClassLoader();
  }

  /** Until main begins, the outermost frame is the launcher's, or the JDK's that runs agents. */
  private static boolean isInApplication(StackTraceElement[] frames) {
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
