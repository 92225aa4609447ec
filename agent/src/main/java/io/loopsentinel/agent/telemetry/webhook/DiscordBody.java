package io.loopsentinel.agent.telemetry.webhook;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A message for a webhook of Discord. */
final class DiscordBody implements AlertBody {

  /** Characters of a message that Discord takes. */
  private static final int LONGEST = 2000;

  /** A flag of messages: addresses in them are not looked at. */
  private static final int SUPPRESS_EMBEDS = 1 << 2;

  private static final Pattern MARK_UP = Pattern.compile("[\\\\*_~`|<>\\[\\]()#:-]");

  @Override
  public String format() {
    return "discord";
  }

  @Override
  public boolean isSecretAddress() {
    return true;
  }

  /** No mention in it is one: https://docs.discord.com/developers/resources/message. */
  @Override
  public String write(Alert alert) {
    String text = AlertText.of(alert, DiscordBody::escaped);
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("content", cut(text));
    message.put("allowed_mentions", Map.of("parse", List.of()));
    message.put("flags", SUPPRESS_EMBEDS);
    return Json.of(message);
  }

  /** Does not cut a character of two units in half. */
  private static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
  }

  private static String escaped(String text) {
    return MARK_UP.matcher(text).replaceAll("\\\\$0").replace("@", "@\u200b");
  }
}
