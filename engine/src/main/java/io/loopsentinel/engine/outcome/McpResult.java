package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.JsonText;
import io.loopsentinel.engine.identity.Normalisation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool of the Model Context Protocol, written as JSON: {@code
 * {"content":[{"type":"text","text":"…"}],"isError":true}}, or only the list. Everything else in
 * it, such as {@code _meta}, is about the call.
 *
 * @param text the texts of the content, one below the other; if there is other content, the JSON
 *     without {@code _meta}
 * @param failed whether the result is marked as an error
 * @see <a href="https://modelcontextprotocol.io/specification/2025-06-18/server/tools">Tools</a>
 */
record McpResult(String text, boolean failed) {

  private static final int MAX_LENGTH = 64 * 1024;

  private static final String META = "_meta";
  private static final IdentityRule WITHOUT_META =
      IdentityRule.of(List.of(META, "content[*]." + META), List.of(), Normalisation.NONE);

  /** Returns the result that a text contains; null if it is another text. */
  static @Nullable McpResult of(String text) {
    String data = text.stripLeading();
    if (text.length() > MAX_LENGTH || !(data.startsWith("{") || data.startsWith("["))) {
      return null;
    }
    boolean mayHaveTexts = text.contains("\"type\"") && text.contains("\"text\"");
    if (!mayHaveTexts && !text.contains('"' + META + '"')) {
      return null;
    }
    Object tree = JsonText.parse(text);
    if (tree instanceof Map<?, ?> result) {
      String content = content(result.get("content"));
      if (content == null && text.contains(META) && result.get("content") instanceof List<?>) {
        content = CanonicalJson.of(result, WITHOUT_META);
      }
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
