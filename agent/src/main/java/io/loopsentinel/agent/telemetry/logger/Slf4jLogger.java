package io.loopsentinel.agent.telemetry.logger;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** A logger of the SLF4J that a class loader knows, whichever version that is. */
final class Slf4jLogger implements ApplicationLogger {

  private final Object logger;
  private final Map<AgentLog.Level, Method> methods = new EnumMap<>(AgentLog.Level.class);

  private Slf4jLogger(Object logger, Class<?> type) throws NoSuchMethodException {
    this.logger = logger;
    for (AgentLog.Level level : AgentLog.Level.values()) {
      if (level != AgentLog.Level.OFF) {
        methods.put(level, type.getMethod(level.name().toLowerCase(Locale.ROOT), String.class));
      }
    }
  }

  /**
   * Finds it, which may be the first use of SLF4J in the application.
   *
   * @throws ReflectiveOperationException if there is none
   * @throws LinkageError if there is one that is not complete
   */
  static Slf4jLogger in(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> factory = Class.forName("org.slf4j.LoggerFactory", true, loader);
    Class<?> type = Class.forName("org.slf4j.Logger", false, factory.getClassLoader());
    return new Slf4jLogger(factory.getMethod("getLogger", String.class).invoke(null, NAME), type);
  }

  @Override
  public void log(AgentLog.Level level, String line) throws ReflectiveOperationException {
    Method method = methods.get(level);
    if (method != null) {
      method.invoke(logger, line);
    }
  }
}
