package io.loopsentinel.launch;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the agent, named in the jar's manifest.
 *
 * <p>Rules of this class:
 *
 * <ul>
 *   <li>It is compiled for Java 8, so that an older JVM can load it and print the reason. It calls
 *       only {@link AgentLauncher}, which is compiled for Java 17 and which an older JVM must not
 *       resolve.
 *   <li>It throws only to a process that attaches it: a failure costs the guard, never the
 *       application.
 *   <li>It writes to standard error only; standard output belongs to the application.
 *   <li>It does as little as possible. It is loaded by the application's class loader, and the
 *       application can see it.
 * </ul>
 */
public final class LoopSentinelAgent {

  private static final int MIN_JAVA = 17;

  private LoopSentinelAgent() {}

  /** Starts the agent before the application's main method ({@code -javaagent}). */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    start(arguments, instrumentation, true);
  }

  /**
   * Starts the agent in a running JVM.
   *
   * @throws IllegalStateException if it does not start; the JVM's standard error says why
   */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    if (!start(arguments, instrumentation, false)) {
      throw new IllegalStateException(
          "Loop Sentinel does not guard this JVM; the log lines above say why");
    }
  }

  /** Runs the command line ({@code java -jar loop-sentinel.jar}). */
  public static void main(String[] arguments) throws Throwable {
    String unsupported = unsupported(System.getProperty("java.specification.version"));
    if (unsupported != null) {
      System.err.println("[loop-sentinel] " + unsupported);
      System.exit(1);
    }
    System.exit(AgentLauncher.run(arguments));
  }

  private static boolean start(
      @Nullable String arguments, Instrumentation instrumentation, boolean beforeMain) {
    try {
      String unsupported = unsupported(System.getProperty("java.specification.version"));
      if (unsupported == null) {
        return AgentLauncher.launch(arguments, instrumentation, beforeMain);
      }
      System.err.println(
          "[loop-sentinel] " + unsupported + "; the application runs without its guard");
    } catch (Throwable failure) {
      System.err.println(
          "[loop-sentinel] cannot start; the application runs without its guard: " + failure);
    }
    return false;
  }

  /**
   * Returns the problem of a JVM; {@code null} if none.
   *
   * @param specification {@code java.specification.version}: "1.8", "17", "25"
   */
  static @Nullable String unsupported(String specification) {
    String feature = specification.startsWith("1.") ? specification.substring(2) : specification;
    return Integer.parseInt(feature) >= MIN_JAVA
        ? null
        : "needs Java " + MIN_JAVA + " or newer, this is Java " + feature;
  }
}
