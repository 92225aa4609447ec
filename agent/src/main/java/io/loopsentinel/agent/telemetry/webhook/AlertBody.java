package io.loopsentinel.agent.telemetry.webhook;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The format of an alert for a kind of receiver.
 *
 * <p>Names in an alert come from a model or an application, so each format escapes its own markup
 * in them.
 */
public enum AlertBody implements Function<Alert, String> {
  /** The event with its documented names, for programs. */
  JSON,
  /** A message for an incoming webhook of Slack or a compatible service. */
  SLACK,
  /** A message for a webhook of Discord. */
  DISCORD,
  /** A message for a webhook of a workflow of Microsoft Teams. */
  TEAMS;

  /** The type of a message without an event, which only reports missed alerts. */
  static final String MISSED = "alerts.missed";

  private static final int MAX_FACT_LENGTH = 500;
  private static final int MAX_ARGUMENTS_LENGTH = 1_000;

  /** The limit of "content": https://docs.discord.com/developers/resources/webhook. */
  private static final int MAX_DISCORD_LENGTH = 2_000;

  /** The limit of a section: https://docs.slack.dev/reference/block-kit/blocks/section-block. */
  private static final int MAX_SLACK_LENGTH = 3_000;

  /** Less than the 28 KB that a message of Teams may have, in any characters. */
  private static final int MAX_TEAMS_LENGTH = 4_000;

  /** A flag of Discord's messages that disables previews of links. */
  private static final int SUPPRESS_EMBEDS = 1 << 2;

  private static final Pattern DISCORD_MARKUP = Pattern.compile("[\\\\*_~`|<>\\[\\]()#:-]");

  /** An at sign with a zero-width space, so that the following text is not a mention. */
  private static final String NO_MENTION = "@\u200b";

  public static Optional<AlertBody> named(String name) {
    return Stream.of(values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst();
  }

  @Override
  public String apply(Alert alert) {
    Map<String, Object> message = new LinkedHashMap<>();
    switch (this) {
      case JSON -> message.putAll(alert.members());
      case SLACK -> {
        // No markup, and no previews of links, which a model may have put into a name.
        message.put("text", text(alert, true, MAX_SLACK_LENGTH));
        message.put("mrkdwn", false);
        message.put("unfurl_links", false);
        message.put("unfurl_media", false);
        if (!links(alert).isEmpty()) {
          message.put("blocks", slackBlocks(alert));
        }
      }
      case DISCORD -> {
        // No mentions: https://docs.discord.com/developers/resources/message.
        message.put("content", text(alert, true, MAX_DISCORD_LENGTH));
        message.put("allowed_mentions", Map.of("parse", List.of()));
        message.put("flags", SUPPRESS_EMBEDS);
      }
      case TEAMS -> {
        message.put("type", "message");
        message.put("attachments", List.of(teamsCard(alert)));
      }
    }
    // Not a constant, because reading the configuration, before main, would then load Jackson.
    return new ObjectMapper().valueToTree(message).toString();
  }

  /** Returns the text with buttons. Receivers that ignore blocks show the links of the text. */
  private List<Map<String, Object>> slackBlocks(Alert alert) {
    Map<String, Object> words = plainText(text(alert, false, MAX_SLACK_LENGTH));
    List<Map<String, Object>> buttons = new ArrayList<>();
    links(alert)
        .forEach(
            (answer, link) ->
                buttons.add(Map.of("type", "button", "text", plainText(answer), "url", link)));
    return List.of(
        Map.of("type", "section", "text", words), Map.of("type", "actions", "elements", buttons));
  }

  private static Map<String, Object> plainText(String text) {
    return Map.of("type", "plain_text", "text", text);
  }

  /** Returns an adaptive card. Its text runs have no markup. */
  private Map<String, Object> teamsCard(Alert alert) {
    List<Map<String, Object>> body =
        text(alert, false, MAX_TEAMS_LENGTH)
            .lines()
            .map(line -> List.of(Map.of("type", "TextRun", "text", line)))
            .map(run -> Map.<String, Object>of("type", "RichTextBlock", "inlines", run))
            .toList();
    List<Map<String, Object>> buttons = new ArrayList<>();
    links(alert)
        .forEach(
            (answer, link) ->
                buttons.add(Map.of("type", "Action.OpenUrl", "title", answer, "url", link)));
    Map<String, Object> card =
        Map.of("type", "AdaptiveCard", "version", "1.4", "body", body, "actions", buttons);
    return Map.of("contentType", "application/vnd.microsoft.card.adaptive", "content", card);
  }

  /** Returns the links by the words of their buttons. */
  private static Map<String, String> links(Alert alert) {
    Map<String, String> links = new LinkedHashMap<>();
    if (alert.values().get(AnswerLink.MEMBER) instanceof Map<?, ?> given) {
      given.forEach(
          (answer, link) -> links.put(AnswerLink.words(answer.toString()), link.toString()));
    }
    return links;
  }

  /** Returns the text, cut to a length: a receiver refuses longer ones. */
  private String text(Alert alert, boolean withLinks, int maxLength) {
    String text = String.join("\n", lines(alert, withLinks));
    return text.substring(0, Printable.end(text, maxLength));
  }

  /**
   * Returns the text for people, one fact per line. Links and missed alerts come before names
   * chosen by others, because the end of the text may be cut.
   */
  private List<String> lines(Alert alert, boolean withLinks) {
    Map<String, Object> values = alert.values();
    ServiceInstance instance = alert.instance();
    List<String> lines = new ArrayList<>();
    String type = String.valueOf(values.get("type"));
    lines.add("Loop Sentinel: " + title(type, toText(values.get("reason"))));
    if (withLinks) {
      // Not escaped, because escapes would become part of the links.
      links(alert)
          .forEach(
              (answer, link) ->
                  lines.add(
                      this == DISCORD ? "[%s](%s)".formatted(answer, link) : answer + ": " + link));
    }
    String place = " on %s (process %s)".formatted(instance.host(), instance.pid());
    add(lines, "service", instance.service() + place);
    add(lines, "held back by per_minute", counts(alert.heldBack()));
    add(lines, "not delivered", counts(alert.lost()));
    if (type.equals(DailyReport.TYPE)) {
      values.forEach((name, value) -> add(lines, name.replace('_', ' '), toText(value)));
    } else if (!type.equals(MISSED)) {
      lines.add("calls stopped so far: " + values.get("calls_stopped"));
      if (values.get("labels") instanceof Map<?, ?> labels) {
        labels.forEach(
            (name, value) ->
                add(lines, escaped(Printable.of(toText(name), Printable.NAME)), toText(value)));
      }
      Stream.of("session", "tool", "target", "reason")
          .filter(name -> !name.equals("reason") || !isTitledByReason(type))
          .forEach(name -> add(lines, name, toText(values.get(name))));
      addFinding(lines, values);
    }
    if (values.containsKey("question")) {
      addQuestion(lines, values);
    }
    return lines;
  }

  private void addFinding(List<String> lines, Map<String, Object> values) {
    if (values.containsKey("detector")) {
      Object would = values.get("would");
      lines.add(
          "detector %s, finding %s, action %s"
                  .formatted(
                      escaped(toText(values.get("detector"))),
                      values.get("rung"),
                      values.get("action"))
              + (would == null ? "" : "; mode enforce would: " + would));
    }
  }

  /** Adds the facts that a person needs to answer; arguments come last, as they may be cut. */
  private void addQuestion(List<String> lines, Map<String, Object> values) {
    Object by = values.get("by");
    if (by == null) {
      add(lines, "waits until", values.get("expires") + ", then " + values.get("fallback"));
    } else if (values.containsKey("answer")) {
      add(lines, "answered", values.get("answer") + ", " + by);
    } else {
      add(lines, "nobody answered", by + "; done: " + values.get("action"));
    }
    if (values.get("steps") instanceof List<?> steps) {
      for (int i = 0; i < steps.size(); i++) {
        add(lines, "step " + (i + 1), toText(steps.get(i)));
      }
    }
    if (values.containsKey("arguments")) {
      String arguments = Printable.of(values.get("arguments").toString(), MAX_ARGUMENTS_LENGTH);
      lines.add("arguments: " + escaped(arguments));
    }
  }

  /** Returns the title: the type, or the reason if the type alone says too little. */
  private String title(String type, String reason) {
    if (isTitledByReason(type) && !reason.isEmpty()) {
      String first = reason.substring(0, 1).toUpperCase(Locale.ROOT);
      return escaped(Printable.of(first + reason.substring(1), MAX_FACT_LENGTH));
    }
    return type.equals(MISSED) ? "alerts not sent" : type;
  }

  private static boolean isTitledByReason(String type) {
    return type.startsWith("budget.") || type.equals("agent.error");
  }

  private static String toText(@Nullable Object value) {
    if (value instanceof Map<?, ?> counts) {
      return counts(counts);
    }
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(joining("; "))
        : Objects.requireNonNullElse(value, "").toString();
  }

  private static String counts(Map<?, ?> counts) {
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(joining(", "));
  }

  private void add(List<String> lines, String label, String fact) {
    if (!label.equals("type") && !fact.isEmpty()) {
      lines.add(label + ": " + escaped(Printable.of(fact, MAX_FACT_LENGTH)));
    }
  }

  private String escaped(String text) {
    return switch (this) {
      case JSON, TEAMS -> text;
      // Slack has three escapes: https://docs.slack.dev/messaging/formatting-message-text
      case SLACK ->
          text.replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;")
              .replace("`", "'")
              .replace("@", NO_MENTION);
      case DISCORD -> DISCORD_MARKUP.matcher(text).replaceAll("\\\\$0").replace("@", NO_MENTION);
    };
  }
}
