package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.JsonText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool of the Model Context Protocol, written as JSON: {@code
 * {"content":[{"type":"text","text":"…"}],"isError":true}}, or only the list. Everything else in
 * it, such as {@code _meta}, is about the call.
 *
 * @param text the texts of the content, one below the other
 * @param failed whether the result is marked as an error
 * @see <a href="https://modelcontextprotocol.io/specification/2025-06-18/server/tools">Tools</a>
 */
record McpResult(String text, boolean failed) {

  private static final int MAX_LENGTH = 64 * 1024;

  /** Returns the result that a text contains; null if it is another text. */
  static @Nullable McpResult of(String text) {
    if (text.length() > MAX_LENGTH || !text.contains("\"type\"") || !text.contains("\"text\"")) {
      return null;
    }
    Object tree = JsonText.parse(text);
    if (tree instanceof Map<?, ?> result) {
      String content = content(result.get("content"));
      return content == null
          ? null
          : new McpResult(content, Boolean.TRUE.equals(result.get("isError")));
    }
    String content = content(tree);
    return content == null ? null : new McpResult(content, false);
  }

  /** Returns the texts of a list; null if it has other elements. */
  private static @Nullable String content(@Nullable Object list) {
    if (!(list instanceof List<?> elements) || elements.isEmpty()) {
      return null;
    }
    StringBuilder texts = new StringBuilder();
    for (Object element : elements) {
      if (!(element instanceof Map<?, ?> part)
          || !"text".equals(part.get("type"))
          || !(part.get("text") instanceof String text)) {
        return null;
      }
      texts.append(texts.isEmpty() ? "" : "\n").append(text);
    }
    return texts.toString();
  }
}
