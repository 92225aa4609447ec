package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;

/**
 * The section {@code telemetry}.
 *
 * @param log the least important lines that are written to standard error
 * @param jfr what Flight Recorder gets to record
 * @param jmx whether the agent can be asked and switched over JMX
 * @param summary whether the end of a run in which something was found is summed up
 */
public record TelemetrySettings(AgentLog.Level log, JfrSettings jfr, boolean jmx, boolean summary) {

  /** What holds where the configuration says nothing. */
  public static final TelemetrySettings DEFAULT =
      new TelemetrySettings(AgentLog.Level.INFO, JfrSettings.DEFAULT, true, true);
}
