package io.loopsentinel.agent.config;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.logger.LogDestination;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import io.loopsentinel.engine.identity.IdentityRule;
import java.util.List;
import java.util.Optional;

/**
 * The section {@code telemetry}; {@code docs/configuration.md} tells of its keys.
 *
 * @param sinks receivers that extensions bring
 */
public record TelemetrySettings(
    AgentLog.Level log,
    LogDestination logTo,
    Optional<String> service,
    Audit audit,
    ShownArguments arguments,
    boolean costs,
    List<WebhookSettings> webhooks,
    List<EventSink> sinks,
    Jfr jfr,
    boolean jmx,
    Listener prometheus,
    Listener page,
    boolean opentelemetry,
    boolean micrometer,
    boolean summary) {

  /** What holds where the configuration says nothing. */
  public static final TelemetrySettings DEFAULT =
      new TelemetrySettings(
          AgentLog.Level.INFO,
          LogDestination.STDERR,
          Optional.empty(),
          new Audit(Optional.empty(), false, 10L << 20, 5),
          ShownArguments.NONE,
          false,
          List.of(),
          List.of(),
          new Jfr(true, false),
          true,
          Listener.NONE,
          Listener.NONE,
          false,
          false,
          true);

  public TelemetrySettings {
    webhooks = List.copyOf(webhooks);
    sinks = List.copyOf(sinks);
  }

  /** Returns whether the agent listens anywhere. */
  public boolean listens() {
    return page.port().isPresent() || prometheus.port().isPresent();
  }

  /** Returns whether the agent's counters are to be seen anywhere, or what happens. */
  public boolean shows() {
    return listens() || opentelemetry || micrometer;
  }

  /** The file that events are written to, and its size in bytes at which the next one begins. */
  public record Audit(Optional<String> file, boolean calls, long maxSize, int maxFiles) {}

  /** Whether events show arguments, and which of those are not even then, nor told the model. */
  public record ShownArguments(boolean included, IdentityRule redacted) {

    /** What holds where the configuration says nothing. */
    public static final ShownArguments NONE = new ShownArguments(false, IdentityRule.ALL_ARGUMENTS);
  }

  /** Where something listens, if anywhere; port 0 is one that is free. */
  public record Listener(Optional<Integer> port, String host) {

    /** What holds where the configuration says nothing. */
    public static final Listener NONE = new Listener(Optional.empty(), "127.0.0.1");
  }

  /** Whether Flight Recorder gets findings to record, and each check with its duration. */
  public record Jfr(boolean enabled, boolean checks) {}
}
