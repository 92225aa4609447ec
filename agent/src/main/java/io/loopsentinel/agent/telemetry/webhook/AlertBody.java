package io.loopsentinel.agent.telemetry.webhook;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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

  /** Characters of a name in JSON: a program may look a session up by it. */
  private static final int LONGEST_NAME = 500;

  /** Characters of what the model was told. */
  private static final int LONGEST_MESSAGE = 2000;

  /** Characters of what happened, which may name several tools. */
  private static final int LONGEST_REASON = 500;

  /** Characters of a message that Discord takes. */
  private static final int LONGEST_OF_DISCORD = 2000;

  /** A flag of Discord's messages: addresses in them are not looked at. */
  private static final int SUPPRESS_EMBEDS = 1 << 2;

  private static final Pattern DISCORD_MARK_UP = Pattern.compile("[\\\\*_~`|<>\\[\\]()#:-]");

  /** Keeps what follows an at sign from being a mention; takes no room itself. */
  private static final String NO_MENTION = "@\u200b";

  /** Returns its name in the configuration. */
  public String format() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether who knows the address may write to the receiver, which makes it a secret. */
  public boolean isSecretAddress() {
    return this != JSON;
  }

  /**
   * Returns the JSON that is sent.
   *
   * @param event what happened; absent: the message only tells of what was missed
   * @param heldBack how many events beyond the limit of a minute were not told before
   * @param lost how many found the queue full, or could not be delivered
   */
  String write(
      @Nullable LoopEvent event,
      Map<LoopEvent.Type, Long> heldBack,
      Map<LoopEvent.Type, Long> lost) {
    Map<String, Object> message = new LinkedHashMap<>();
    switch (this) {
      case JSON -> {
        if (event == null) {
          message.put("type", MISSED);
        } else {
          event.toMap().forEach((name, value) -> message.put(name, harmless(name, value)));
        }
        putCounts(message, "held_back", heldBack);
        putCounts(message, "lost", lost);
      }
      case SLACK -> {
        // Without mark-up, and without a look at addresses that a model may have put into a name.
        message.put("text", text(event, heldBack, lost));
        message.put("mrkdwn", false);
        message.put("unfurl_links", false);
        message.put("unfurl_media", false);
      }
      case DISCORD -> {
        // No mention in it is one: https://docs.discord.com/developers/resources/message.
        message.put("content", cut(text(event, heldBack, lost)));
        message.put("allowed_mentions", Map.of("parse", List.of()));
        message.put("flags", SUPPRESS_EMBEDS);
      }
    }
    return Json.write(message);
  }

  private static Object harmless(String name, Object value) {
    if (value instanceof String text) {
      return Printable.of(text, name.equals("message") ? LONGEST_MESSAGE : LONGEST_NAME);
    }
    return value instanceof List<?> names
        ? names.stream().map(each -> Printable.of((String) each, Printable.NAME)).toList()
        : value;
  }

  private static void putCounts(
      Map<String, Object> message, String name, Map<LoopEvent.Type, Long> counts) {
    if (!counts.isEmpty()) {
      message.put(
          name,
          counts.entrySet().stream()
              .collect(
                  toMap(
                      each -> each.getKey().text(), Map.Entry::getValue, Long::sum, TreeMap::new)));
    }
  }

  /**
   * Returns the words for people, a fact a line. What was missed stands before what others named,
   * which may be cut.
   */
  private String text(
      @Nullable LoopEvent event,
      Map<LoopEvent.Type, Long> heldBack,
      Map<LoopEvent.Type, Long> lost) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Loop Sentinel: " + (event == null ? "alerts that were not sent" : event.type().text()));
    addCounts(lines, "held back by per_minute", heldBack);
    addCounts(lines, "not delivered", lost);
    if (event != null) {
      lines.add("calls stopped so far: " + event.callsStopped());
      add(lines, "session", event.session(), Printable.NAME);
      add(lines, "tool", event.tool(), Printable.NAME);
      add(lines, "target", event.target(), Printable.NAME);
      add(lines, "reason", event.reason(), LONGEST_REASON);
      LoopEvent.Loop loop = event.loop();
      if (loop != null) {
        lines.add(
            "detector %s, finding %d, action %s"
                .formatted(escaped(loop.detector()), loop.rung(), loop.action()));
      }
    }
    return String.join("\n", lines);
  }

  private void add(List<String> lines, String label, @Nullable String value, int most) {
    if (value != null) {
      lines.add(label + ": " + escaped(Printable.of(value, most)));
    }
  }

  private void addCounts(List<String> lines, String label, Map<LoopEvent.Type, Long> counts) {
    if (!counts.isEmpty()) {
      lines.add(
          counts.entrySet().stream()
              .map(each -> each.getValue() + " " + escaped(each.getKey().text()))
              .collect(joining(", ", label + ": ", "")));
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

  /** Does not cut a character of two units in half. */
  private static String cut(String text) {
    if (text.length() <= LONGEST_OF_DISCORD) {
      return text;
    }
    boolean half = Character.isHighSurrogate(text.charAt(LONGEST_OF_DISCORD - 1));
    return text.substring(0, half ? LONGEST_OF_DISCORD - 1 : LONGEST_OF_DISCORD);
  }

  /** Apart, so that the configuration, which is read before main, does not load Jackson. */
  private static final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static String write(Map<String, Object> message) {
      try {
        return MAPPER.writeValueAsString(message);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("an alert cannot be written", e);
      }
    }
  }
}
