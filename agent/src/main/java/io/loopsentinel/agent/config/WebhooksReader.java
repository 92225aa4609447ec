package io.loopsentinel.agent.config;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import io.loopsentinel.agent.telemetry.webhook.AlertBody;
import io.loopsentinel.agent.telemetry.webhook.WebhookSettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the list {@code telemetry.webhooks}, without a message that shows an address or header. */
final class WebhooksReader {

  static final String KEY = "webhooks";
  static final List<String> KEYS =
      List.of("url", "format", "events", "timeout", "retries", "per_minute", "proxy", "headers");

  private static final Set<LoopEvent.Type> DEFAULT_EVENTS =
      EnumSet.of(
          LoopEvent.Type.SESSION_TERMINATED,
          LoopEvent.Type.BUDGET_EXCEEDED,
          LoopEvent.Type.AGENT_ERROR);

  private static final ScalarType<AlertBody> FORMAT =
      ScalarType.choice(AlertBody.ALL.stream().map(AlertBody::format).toArray(String[]::new))
          .map(name -> AlertBody.named(name).orElseThrow());

  private static final ScalarType<LoopEvent.Type> EVENT =
      ScalarType.choice(
              Arrays.stream(LoopEvent.Type.values())
                  .map(LoopEvent.Type::text)
                  .toArray(String[]::new))
          .map(LoopEvent.Type::of);

  private final Problems problems;
  private final Variables variables;

  WebhooksReader(Problems problems, Variables variables) {
    this.problems = problems;
    this.variables = variables;
  }

  /** Reads the list; one that is not written is empty. */
  List<WebhookSettings> read(Section telemetry) {
    ConfigNode node = telemetry.node(KEY);
    if (node == null || node.isNothing()) {
      return List.of();
    }
    String path = telemetry.nested(KEY);
    if (!(node instanceof Sequence sequence)) {
      problems.error(node.origin(), path + ": expected a list (\"- url: ...\")");
      return List.of();
    }
    List<WebhookSettings> webhooks = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      webhook(sequence.items().get(i), path + "[" + i + "]").ifPresent(webhooks::add);
    }
    return webhooks;
  }

  private Optional<WebhookSettings> webhook(ConfigNode node, String path) {
    if (!(node instanceof Mapping)) {
      problems.error(node.origin(), path + ": expected a mapping of keys such as url and format");
      return Optional.empty();
    }
    Section section = Section.of(node, path, KEYS, problems);
    WebhookValues values = new WebhookValues(section, variables);
    AlertBody body = section.get("format", FORMAT, AlertBody.ALL.get(0));
    Set<LoopEvent.Type> events = events(section);
    Duration timeout = section.get("timeout", Limits.ANSWER_TIME, Duration.ofSeconds(10));
    int retries = section.get("retries", Limits.RETRIES, 3);
    int perMinute = section.get("per_minute", Limits.PER_MINUTE, 20);
    @Nullable InetSocketAddress proxy = values.proxy();
    Map<String, String> headers = values.headers();
    return values
        .address(body.isSecretAddress())
        .map(
            (URI address) ->
                new WebhookSettings(
                    path, address, body, events, timeout, retries, perMinute, proxy, headers));
  }

  private static Set<LoopEvent.Type> events(Section section) {
    List<LoopEvent.Type> events =
        section.listOfSome("events", EVENT, "[session.terminated, loop.detected]");
    return events == null ? DEFAULT_EVENTS : Set.copyOf(events);
  }
}
