package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;

/**
 * The section {@code telemetry}.
 *
 * @param log the least important lines that are written to standard error
 * @param jfr what Flight Recorder gets to record
 */
public record TelemetrySettings(AgentLog.Level log, JfrSettings jfr) {

  /** What holds where the configuration says nothing. */
  public static final TelemetrySettings DEFAULT =
      new TelemetrySettings(AgentLog.Level.INFO, JfrSettings.DEFAULT);
}
