package io.loopsentinel.agent.telemetry.logger;

import io.loopsentinel.agent.telemetry.LineOutput;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.targets.config.LogDestination;
import io.loopsentinel.targets.config.LogLevel;
import java.lang.reflect.InvocationTargetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines to the application's own logger: lines about calls on the threads of the calls,
 * whose context the logger may add, and all others on the thread of the bus.
 *
 * <p>No other thread writes to the logger, because it may be loading a class or hold a lock that an
 * appender waits for. Lines go to the fallback until main has begun, if there is no such logger,
 * and if the bus is full or closed.
 */
public final class ApplicationLog implements LineOutput {

  /** The name of the logger, by which the application can filter the lines. */
  static final String NAME = "io.loopsentinel";

  private final LogDestination destination;
  private final LineOutput fallback;
  private final MainThread main;
  private final EventBus bus;
  private @Nullable LineOutput logger;
  private @Nullable ClassLoader searched;
  private boolean warned;

  /**
   * Creates an output.
   *
   * @param fallback the output for lines that the logger cannot take
   */
  public ApplicationLog(
      LogDestination destination, LineOutput fallback, MainThread main, EventBus bus) {
    this.destination = destination;
    this.fallback = fallback;
    this.main = main;
    this.bus = bus;
  }

  @Override
  public void write(LogLevel level, String line) {
    if (!main.hasBegun() || !bus.execute(() -> logOnBusThread(level, line))) {
      fallback.write(level, line);
    }
  }

  @Override
  public void writeOfCall(LogLevel level, String line) {
    if (!main.hasBegun() || !log(level, line)) {
      fallback.write(level, line);
    }
  }

  private void logOnBusThread(LogLevel level, String line) {
    Thread thread = Thread.currentThread();
    // Loggers find their configuration and their classes through it.
    thread.setContextClassLoader(main.classLoader());
    try {
      if (!log(level, line)) {
        fallback.write(level, line);
      }
    } finally {
      thread.setContextClassLoader(null);
    }
  }

  private boolean log(LogLevel level, String line) {
    try {
      LineOutput found = logger();
      if (found != null && !isJvmEnding()) {
        // Log4j up to 2.14 looks up such names, even over the network (CVE-2021-44228).
        found.write(level, line.replace("${", "$\\u007b"));
        return true;
      }
    } catch (RuntimeException | LinkageError e) {
      Throwable failure =
          e.getCause() instanceof InvocationTargetException called
              ? called.getTargetException()
              : e;
      warnOnce("fails with " + failure.getClass().getName());
    }
    return false;
  }

  /**
   * Returns the logger, or {@code null} if there is none. Searches again if the class loader has
   * changed, because a launcher may set the application's after main has begun.
   */
  private synchronized @Nullable LineOutput logger() {
    ClassLoader loader = main.classLoader();
    if (logger == null && loader != searched) {
      searched = loader;
      try {
        logger = destination == LogDestination.SLF4J ? slf4j(loader) : systemLogger();
      } catch (ReflectiveOperationException | LinkageError e) {
        warnOnce("is not visible to the application's class loader");
      }
    }
    return logger;
  }

  /**
   * Returns a logger of the SLF4J of a class loader, in any version, or {@code null} if it would
   * drop all lines; may initialize SLF4J.
   */
  private @Nullable LineOutput slf4j(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> factory = Class.forName("org.slf4j.LoggerFactory", true, loader);
    Class<?> type = Class.forName("org.slf4j.Logger", false, factory.getClassLoader());
    Object logger = factory.getMethod("getLogger", String.class).invoke(null, NAME);
    if (logger.getClass().getName().equals("org.slf4j.helpers.NOPLogger")) {
      warnOnce("has no provider");
      return null;
    }
    return (level, line) -> {
      String method = level.name().toLowerCase(Locale.ROOT);
      try {
        type.getMethod(method, String.class).invoke(logger, line);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** Returns the JDK's {@link System.Logger}, which defaults to {@code java.util.logging}. */
  private static LineOutput systemLogger() {
    System.Logger logger = System.getLogger(NAME);
    return (level, line) ->
        logger.log(
            level == LogLevel.WARN
                ? System.Logger.Level.WARNING
                : System.Logger.Level.valueOf(level.name()),
            line);
  }

  /** At JVM exit, hooks close loggers in any order, so that a line could be lost silently. */
  private static boolean isJvmEnding() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private synchronized void warnOnce(String problem) {
    if (!warned) {
      warned = true;
      fallback.write(
          LogLevel.WARN,
          "telemetry.log_to: %s %s; lines go to standard error"
              .formatted(destination.name().toLowerCase(Locale.ROOT), problem));
    }
  }
}
