package io.loopsentinel.agent.telemetry.logger;

import io.loopsentinel.agent.telemetry.AgentLog;

/** A logger of the application. */
interface ApplicationLogger {

  /** The name under which lines appear, and by which the application can sort them out. */
  String NAME = "io.loopsentinel";

  /** Logs a line. */
  void log(AgentLog.Level level, String line) throws ReflectiveOperationException;
}
