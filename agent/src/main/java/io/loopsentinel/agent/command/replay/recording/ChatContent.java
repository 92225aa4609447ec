package io.loopsentinel.agent.command.replay.recording;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the content of a message: a text, or a list of parts of which some are text. */
final class ChatContent {

  private ChatContent() {}

  /** Returns the text of a content, parts on lines of their own; {@code null} where it is none. */
  static @Nullable String text(@Nullable Object content) {
    if (content == null || content instanceof String) {
      return (String) content;
    }
    if (content instanceof List<?> parts) {
      return parts.stream()
          .map(ChatContent::part)
          .filter(Objects::nonNull)
          .collect(Collectors.joining("\n"));
    }
    String part = part(content);
    return part == null ? Json.write(content) : part;
  }

  /** Images and the like have no text. */
  private static @Nullable String part(@Nullable Object part) {
    if (part instanceof String text) {
      return text;
    }
    JsonObject object = JsonObject.of(part);
    if (object == null) {
      return null;
    }
    String text = object.text("text");
    return text == null ? object.text("content") : text;
  }
}
