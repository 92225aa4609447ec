package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;

/**
 * The section {@code telemetry}.
 *
 * @param log the least important lines that are written to standard error
 */
public record TelemetrySettings(AgentLog.Level log) {

  /** What holds where the configuration says nothing. */
  public static final TelemetrySettings DEFAULT = new TelemetrySettings(AgentLog.Level.INFO);
}
