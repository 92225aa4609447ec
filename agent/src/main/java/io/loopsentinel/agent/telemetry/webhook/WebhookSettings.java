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
 * One entry of {@code telemetry.webhooks}. Its address and headers may be secrets.
 *
 * @param name how messages call it
 * @param timeout how long an answer may take
 * @param retries how often an alert is sent again that did not get through
 * @param answerLinks where people reach the live page, to answer there; absent: no links are sent
 * @param reportHour the hour of UTC at which it is told of a day; absent: it is not
 * @param proxy absent: what the JVM's own settings say
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

  /** Leaves out what may be a secret. */
  @Override
  public String toString() {
    return name;
  }
}
