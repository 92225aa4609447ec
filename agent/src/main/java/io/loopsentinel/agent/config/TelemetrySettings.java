package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.logger.LogDestination;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import io.loopsentinel.engine.identity.IdentityRule;
import java.util.List;
import java.util.Optional;

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
    Audit audit,
    ShownArguments arguments,
    List<WebhookSettings> webhooks,
    Jfr jfr,
    boolean jmx,
    boolean summary) {

  /** What holds where the configuration says nothing. */
  public static final TelemetrySettings DEFAULT =
      new TelemetrySettings(
          AgentLog.Level.INFO,
          LogDestination.STDERR,
          new Audit(Optional.empty(), false, 10L << 20, 5),
          ShownArguments.NONE,
          List.of(),
          new Jfr(true, false),
          true,
          true);

  public TelemetrySettings {
    webhooks = List.copyOf(webhooks);
  }

  /**
   * The file that events are written to.
   *
   * @param file none: they are not
   * @param calls whether calls and turns are written too, for {@code replay}
   * @param maxSize bytes at which a file is put aside
   * @param maxFiles files that are kept, the one that is written to included
   */
  public record Audit(Optional<String> file, boolean calls, long maxSize, int maxFiles) {}

  /** Whether events show arguments, and which of those are not even then, nor told the model. */
  public record ShownArguments(boolean included, IdentityRule redacted) {

    /** What holds where the configuration says nothing. */
    public static final ShownArguments NONE = new ShownArguments(false, IdentityRule.ALL_ARGUMENTS);
  }

  /** Whether Flight Recorder gets findings to record, and each check with its duration. */
  public record Jfr(boolean enabled, boolean checks) {}
}
