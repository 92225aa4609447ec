package io.loopsentinel.targets.config;

import io.loopsentinel.engine.identity.IdentityRule;
import java.util.List;
import java.util.Optional;

/**
 * The section {@code telemetry}; {@code docs/configuration.md} documents its keys.
 *
 * @param sinks the names of the event sinks of extensions
 */
public record TelemetrySettings(
    LogLevel log,
    LogDestination logTo,
    Optional<String> service,
    Audit audit,
    ShownArguments arguments,
    boolean costs,
    List<WebhookSettings> webhooks,
    List<String> sinks,
    Jfr jfr,
    boolean jmx,
    Listener prometheus,
    Listener page,
    boolean opentelemetry,
    boolean micrometer,
    Optional<String> metricLabel,
    boolean summary) {

  /** The default settings. */
  public static final TelemetrySettings DEFAULT =
      new TelemetrySettings(
          LogLevel.INFO,
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
          Optional.empty(),
          true);

  public TelemetrySettings {
    webhooks = List.copyOf(webhooks);
    sinks = List.copyOf(sinks);
  }

  /** Returns whether the agent listens on a port. */
  public boolean listens() {
    return page.port().isPresent() || prometheus.port().isPresent();
  }

  /** Returns whether the agent's counters or events are published anywhere. */
  public boolean shows() {
    return listens() || opentelemetry || micrometer;
  }

  /** Returns whether events pass extensions, which are loaded again with each reading. */
  public boolean usesExtensions() {
    return !sinks.isEmpty()
        || webhooks.stream().anyMatch(each -> !WebhookSettings.FORMATS.contains(each.format()));
  }

  /** The file for events; a new file begins at {@code maxSize} bytes. */
  public record Audit(Optional<String> file, boolean calls, long maxSize, int maxFiles) {}

  /** Whether events contain arguments; redacted ones appear neither there nor to the model. */
  public record ShownArguments(boolean included, IdentityRule redacted) {

    /** The default settings. */
    public static final ShownArguments NONE = new ShownArguments(false, IdentityRule.ALL_ARGUMENTS);
  }

  /** The address of a listener, if enabled; port 0 selects a free port. */
  public record Listener(Optional<Integer> port, String host) {

    /** The default settings. */
    public static final Listener NONE = new Listener(Optional.empty(), "127.0.0.1");
  }

  /** Whether Flight Recorder receives findings, and each check with its duration. */
  public record Jfr(boolean enabled, boolean checks) {}
}
