package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code telemetry.webhooks}. Its address and headers may be secrets.
 *
 * @param name the name for messages
 * @param timeout the maximum time for an answer
 * @param retries the maximum number of retries of an alert
 * @param answerLinks the public address of the live page; {@code null} to send no answer links
 * @param reportHour the hour of the daily report in UTC; {@code null} to send none
 * @param proxy {@code null} for the JVM's own proxy settings
 */
public record WebhookSettings(
    String name,
    URI address,
    Function<Alert, String> format,
    Set<LoopEvent.Type> events,
    Duration timeout,
    int retries,
    int perMinute,
    @Nullable URI answerLinks,
    @Nullable Integer reportHour,
    @Nullable InetSocketAddress proxy,
    Map<String, String> headers) {

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
