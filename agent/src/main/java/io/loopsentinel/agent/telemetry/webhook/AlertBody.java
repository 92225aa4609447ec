package io.loopsentinel.agent.telemetry.webhook;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an alert is written for a kind of receiver.
 *
 * <p>Names in it are a model's or an application's: each kind makes its own mark-up in them
 * harmless.
 */
public enum AlertBody {
  /** The event by its documented names, for receivers that are programs. */
  JSON,
  /** A message for an incoming webhook of Slack, and of what takes the same. */
  SLACK,
  /** A message for a webhook of Discord. */
  DISCORD;

  /** The type of a message that tells of no event of its own. */
  static final String MISSED = "alerts.missed";

  private static final int LONGEST_TEXT = 2000;
  private static final int LONGEST_FACT = 500;
  private static final int LONGEST_OF_DISCORD = 2000;

  /** A flag of Discord's messages: addresses in them are not looked at. */
  private static final int SUPPRESS_EMBEDS = 1 << 2;

  private static final Pattern DISCORD_MARK_UP = Pattern.compile("[\\\\*_~`|<>\\[\\]()#:-]");

  /** Keeps what follows an at sign from being a mention; takes no room itself. */
  private static final String NO_MENTION = "@\u200b";

  /** Whether who knows the address may write to the receiver, which makes it a secret. */
  public boolean isSecretAddress() {
    return this != JSON;
  }

  /**
   * Returns the JSON that is sent.
   *
   * @param event what happened; absent: the message only tells of what was missed
   * @param instance whose events they are
   * @param heldBack how many events beyond the limit of a minute were not told before, by type
   * @param lost how many found the queue full, or could not be delivered
   */
  String write(
      @Nullable LoopEvent event,
      ServiceInstance instance,
      Map<String, Long> heldBack,
      Map<String, Long> lost) {
    Map<String, Object> message = new LinkedHashMap<>();
    switch (this) {
      case JSON -> {
        Map<String, Object> values = event == null ? Map.of("type", MISSED) : event.toMap();
        values.forEach((name, value) -> message.put(name, printable(value)));
        message.put("service", printable(instance.service()));
        message.put("host", printable(instance.host()));
        message.put("pid", instance.pid());
        message.put("instance", ServiceInstance.ID);
        if (!heldBack.isEmpty()) {
          message.put("held_back", heldBack);
        }
        if (!lost.isEmpty()) {
          message.put("lost", lost);
        }
      }
      case SLACK -> {
        // Without mark-up, and without a look at addresses that a model may have put into a name.
        message.put("text", text(event, instance, heldBack, lost));
        message.put("mrkdwn", false);
        message.put("unfurl_links", false);
        message.put("unfurl_media", false);
      }
      case DISCORD -> {
        // No mention in it is one: https://docs.discord.com/developers/resources/message.
        String text = text(event, instance, heldBack, lost);
        message.put("content", text.substring(0, Math.min(text.length(), LONGEST_OF_DISCORD)));
        message.put("allowed_mentions", Map.of("parse", List.of()));
        message.put("flags", SUPPRESS_EMBEDS);
      }
    }
    // Not a constant: the configuration, which is read before main, would load Jackson with it.
    return new ObjectMapper().valueToTree(message).toString();
  }

  private static Object printable(Object value) {
    if (value instanceof String text) {
      return Printable.of(text, LONGEST_TEXT);
    }
    return value instanceof List<?> list ? list.stream().map(AlertBody::printable).toList() : value;
  }

  /**
   * Returns the words for people, a fact a line. What was missed stands before what others named,
   * which may be cut.
   */
  private String text(
      @Nullable LoopEvent event,
      ServiceInstance instance,
      Map<String, Long> heldBack,
      Map<String, Long> lost) {
    List<String> lines = new ArrayList<>();
    String title = event == null ? "alerts that were not sent" : event.type().text();
    lines.add("Loop Sentinel: " + title);
    String place = " on %s (process %d)".formatted(instance.host(), instance.pid());
    add(lines, "service", instance.service() + place);
    add(lines, "held back by per_minute", counts(heldBack));
    add(lines, "not delivered", counts(lost));
    if (event != null) {
      lines.add("calls stopped so far: " + event.callsStopped());
      add(lines, "session", event.session());
      add(lines, "tool", event.tool());
      add(lines, "target", event.target());
      add(lines, "reason", event.reason());
      LoopEvent.Loop loop = event.loop();
      if (loop != null) {
        lines.add(
            "detector %s, finding %d, action %s"
                .formatted(escaped(loop.detector()), loop.rung(), loop.action()));
      }
    }
    return String.join("\n", lines);
  }

  private static String counts(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(joining(", "));
  }

  private void add(List<String> lines, String label, @Nullable String fact) {
    if (fact != null && !fact.isEmpty()) {
      lines.add(label + ": " + escaped(Printable.of(fact, LONGEST_FACT)));
    }
  }

  private String escaped(String text) {
    return switch (this) {
      case JSON -> text;
      // Slack knows three escapes: https://docs.slack.dev/messaging/formatting-message-text
      case SLACK ->
          text.replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;")
              .replace("`", "'")
              .replace("@", NO_MENTION);
      case DISCORD -> DISCORD_MARK_UP.matcher(text).replaceAll("\\\\$0").replace("@", NO_MENTION);
    };
  }
}
