package io.loopsentinel.agent.telemetry.logger;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.reflect.Method;
import java.util.Locale;

/** A logger of the application. */
interface ApplicationLogger {

  /** The name under which lines appear, and by which the application can sort them out. */
  String NAME = "io.loopsentinel";

  /** Logs a line. */
  void log(AgentLog.Level level, String line) throws ReflectiveOperationException;

  /**
   * Finds the SLF4J that a class loader knows, whichever version that is, where lines go there, and
   * the logger that the JDK has for all who ask it otherwise. May be its first use in the
   * application.
   *
   * @throws ReflectiveOperationException if there is none
   * @throws LinkageError if there is one that is not complete
   */
  static ApplicationLogger find(LogDestination destination, ClassLoader loader)
      throws ReflectiveOperationException {
    if (destination != LogDestination.SLF4J) {
      System.Logger logger = System.getLogger(NAME);
      return (level, line) ->
          logger.log(
              level == AgentLog.Level.WARN
                  ? System.Logger.Level.WARNING
                  : System.Logger.Level.valueOf(level.name()),
              line);
    }
    Class<?> factory = Class.forName("org.slf4j.LoggerFactory", true, loader);
    Class<?> type = Class.forName("org.slf4j.Logger", false, factory.getClassLoader());
    Object logger = factory.getMethod("getLogger", String.class).invoke(null, NAME);
    return (level, line) -> {
      Method method = type.getMethod(level.name().toLowerCase(Locale.ROOT), String.class);
      method.invoke(logger, line);
    };
  }
}
