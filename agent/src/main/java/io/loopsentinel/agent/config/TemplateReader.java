package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.text.NearestNames;
import io.loopsentinel.engine.settings.ToolPolicy.Placeholder;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads message templates.
 *
 * <p>A name in braces is a placeholder; other braces stand for themselves, so a template may hold
 * JSON.
 */
final class TemplateReader {

  private static final List<String> PLACEHOLDERS =
      Arrays.stream(Placeholder.values()).map(Placeholder::key).toList();

  /** Wider than what is filled in, so that {@code {Tool}} is found out. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)\\}");

  private TemplateReader() {}

  /** Reads the template under a key and reports the placeholders that there are not. */
  static @Nullable String read(Section section, String key, @Nullable String otherwise) {
    String template = section.getOrNull(key, ScalarType.TEXT, null);
    if (template == null) {
      return otherwise;
    }
    if (section.node(key) instanceof Scalar scalar) {
      Matcher matcher = PLACEHOLDER.matcher(template);
      while (matcher.find()) {
        if (!PLACEHOLDERS.contains(matcher.group(1))) {
          section.error(
              scalar.positions().at(matcher.start()),
              section.nested(key) + ": " + unknown(matcher.group(1)));
        }
      }
    }
    return template;
  }

  private static String unknown(String name) {
    return "unknown placeholder {%s}%s; there are %s"
        .formatted(
            name,
            NearestNames.suggest(name, PLACEHOLDERS)
                .map(near -> ", did you mean {" + near + "}?")
                .orElse(""),
            Wording.allOf(PLACEHOLDERS.stream().map(known -> "{" + known + "}").toList()));
  }
}
