package io.loopsentinel.agent.telemetry.webhook;

import java.util.LinkedHashMap;
import java.util.Map;

/** A message for an incoming webhook of Slack, and of what takes the same. */
final class SlackBody implements AlertBody {

  /** Keeps what follows an at sign from being a mention; takes no room itself. */
  private static final String NO_MENTION = "@\u200b";

  @Override
  public String format() {
    return "slack";
  }

  @Override
  public boolean isSecretAddress() {
    return true;
  }

  /** Without mark-up, and without a look at addresses that a model may have put into a name. */
  @Override
  public String write(Alert alert) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("text", AlertText.of(alert, SlackBody::escaped));
    message.put("mrkdwn", false);
    message.put("unfurl_links", false);
    message.put("unfurl_media", false);
    return Json.of(message);
  }

  /**
   * Slack knows three escapes (https://docs.slack.dev/messaging/formatting-message-text), no more.
   */
  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("`", "'")
        .replace("@", NO_MENTION);
  }
}
