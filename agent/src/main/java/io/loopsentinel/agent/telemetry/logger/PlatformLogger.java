package io.loopsentinel.agent.telemetry.logger;

import io.loopsentinel.agent.telemetry.AgentLog;

/**
 * The logger that the JDK finds for all who ask it, {@code java.util.logging} for want of another.
 */
final class PlatformLogger implements ApplicationLogger {

  private final System.Logger logger = System.getLogger(NAME);

  @Override
  public void log(AgentLog.Level level, String line) {
    logger.log(
        switch (level) {
          case OFF -> System.Logger.Level.OFF;
          case ERROR -> System.Logger.Level.ERROR;
          case WARN -> System.Logger.Level.WARNING;
          case INFO -> System.Logger.Level.INFO;
          case DEBUG -> System.Logger.Level.DEBUG;
        },
        line);
  }
}
