package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.logger.LogDestination;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import java.util.List;

/**
 * The section {@code telemetry}.
 *
 * @param log the least important lines that are written
 * @param logTo where they go
 * @param audit the file that events are written to
 * @param arguments whether events show the arguments of calls
 * @param webhooks the receivers of alerts
 * @param jfr what Flight Recorder gets to record
 * @param jmx whether the agent can be asked and switched over JMX
 * @param summary whether the end of a run in which something was found is summed up
 */
public record TelemetrySettings(
    AgentLog.Level log,
    LogDestination logTo,
    AuditSettings audit,
    ShownArguments arguments,
    List<WebhookSettings> webhooks,
    JfrSettings jfr,
    boolean jmx,
    boolean summary) {

  /** What holds where the configuration says nothing. */
  public static final TelemetrySettings DEFAULT =
      new TelemetrySettings(
          AgentLog.Level.INFO,
          LogDestination.STDERR,
          AuditSettings.DEFAULT,
          ShownArguments.NONE,
          List.of(),
          JfrSettings.DEFAULT,
          true,
          true);

  public TelemetrySettings {
    webhooks = List.copyOf(webhooks);
  }
}
