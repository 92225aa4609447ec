package io.loopsentinel.agent.telemetry.logger;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LineOutput;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventBus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Hands lines to the application's own logger, those about calls on their threads, whose context
 * the logger tells, and all others on the thread of the bus.
 *
 * <p>Never on another thread that has something to tell: that may be loading a class, or hold a
 * lock that an appender waits for. Until main has begun, where there is no such logger, and when
 * the bus takes no more, lines go where they would go otherwise.
 */
public final class ApplicationLog implements LineOutput {

  /** The name under which lines appear, and by which the application can sort them out. */
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
   * @param otherwise where lines go that cannot be handed over
   */
  public ApplicationLog(
      LogDestination destination, LineOutput otherwise, MainThread main, EventBus bus) {
    this.destination = destination;
    this.fallback = otherwise;
    this.main = main;
    this.bus = bus;
  }

  @Override
  public void write(AgentLog.Level level, String line) {
    if (!main.hasBegun() || !bus.execute(() -> logOnBusThread(level, line))) {
      fallback.write(level, line);
    }
  }

  @Override
  public void writeOfCall(AgentLog.Level level, String line) {
    if (!main.hasBegun() || !log(level, line)) {
      fallback.write(level, line);
    }
  }

  private void logOnBusThread(AgentLog.Level level, String line) {
    Thread thread = Thread.currentThread();
    // Loggers find their configuration and their classes by it.
    thread.setContextClassLoader(main.classLoader());
    try {
      if (!log(level, line)) {
        fallback.write(level, line);
      }
    } finally {
      thread.setContextClassLoader(null);
    }
  }

  private boolean log(AgentLog.Level level, String line) {
    try {
      LineOutput found = logger();
      if (found != null && !isJvmEnding()) {
        // Log4j up to 2.14 looks such names up, over the network even (CVE-2021-44228).
        found.write(level, line.replace("${", "$\\u007b"));
        return true;
      }
    } catch (RuntimeException | LinkageError e) {
      warnOnce("fails with " + e.getClass().getName());
    }
    return false;
  }

  /**
   * A launcher may bring the application's class loader after main has begun: it is asked again.
   */
  private synchronized @Nullable LineOutput logger() {
    ClassLoader loader = main.classLoader();
    if (logger == null && loader != searched) {
      searched = loader;
      try {
        logger = destination == LogDestination.SLF4J ? slf4j(loader) : systemLogger();
      } catch (ReflectiveOperationException | LinkageError e) {
        warnOnce("is not there for the application's class loader");
      }
    }
    return logger;
  }

  /** Finds the SLF4J that a class loader knows, whichever version that is; may be its first use. */
  private static LineOutput slf4j(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> factory = Class.forName("org.slf4j.LoggerFactory", true, loader);
    Class<?> type = Class.forName("org.slf4j.Logger", false, factory.getClassLoader());
    Object logger = factory.getMethod("getLogger", String.class).invoke(null, NAME);
    return (level, line) -> {
      String method = level.name().toLowerCase(Locale.ROOT);
      try {
        type.getMethod(method, String.class).invoke(logger, line);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** Finds the logger of all who ask the JDK, {@code java.util.logging} for want of another. */
  private static LineOutput systemLogger() {
    System.Logger logger = System.getLogger(NAME);
    return (level, line) ->
        logger.log(
            level == AgentLog.Level.WARN
                ? System.Logger.Level.WARNING
                : System.Logger.Level.valueOf(level.name()),
            line);
  }

  /** Hooks of loggers close them then, in no order: a line to one may be lost without a trace. */
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
          AgentLog.Level.WARN,
          "telemetry.log_to: %s %s; lines go to standard error"
              .formatted(destination.name().toLowerCase(Locale.ROOT), problem));
    }
  }
}
