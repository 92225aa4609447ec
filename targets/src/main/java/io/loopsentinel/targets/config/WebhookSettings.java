package io.loopsentinel.targets.config;

import io.loopsentinel.LoopEvent;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code telemetry.webhooks}. Its address and headers may be secrets.
 *
 * @param name the name for messages
 * @param format one of {@link #FORMATS}, or the name of an extension's format
 * @param timeout the maximum time for an answer
 * @param retries the maximum number of retries of an alert
 * @param answerLinks the public address of the live page; {@code null} to send no answer links
 * @param reportHour the hour of the daily report in UTC; {@code null} to send none
 * @param proxy {@code null} for the JVM's own proxy settings
 */
public record WebhookSettings(
    String name,
    URI address,
    String format,
    Set<LoopEvent.Type> events,
    Duration timeout,
    int retries,
    int perMinute,
    @Nullable URI answerLinks,
    @Nullable Integer reportHour,
    @Nullable InetSocketAddress proxy,
    Map<String, String> headers) {

  /** The format of an alert for programs, whose address is no secret by itself. */
  public static final String JSON = "json";

  /** The names of the formats that the agent ships. */
  public static final List<String> FORMATS = List.of(JSON, "slack", "discord", "teams");

  public WebhookSettings {
    events = Set.copyOf(events);
    headers = Map.copyOf(headers);
  }

  /** Returns the name only, because other values may be secrets. */
  @Override
  public String toString() {
    return name;
  }
}
