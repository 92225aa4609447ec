package io.loopsentinel.targets.yaml;

import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.ConfigNode.Style;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references to environment variables in the values of a file, such as <code>${NAME}
 * </code>. A literal <code>${</code> is written as <code>$${</code>.
 *
 * @param environment the application's variables; absent: unknown
 */
public record Variables(@Nullable Map<String, String> environment) {

  /** The last alternative matches malformed references. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(\\$\\{)|\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)}|[^}]*}?)");

  /** Returns a value with its variables replaced; reports those that cannot be, without a value. */
  Scalar resolve(Scalar written, Problems problems) {
    Matcher variable = VARIABLE.matcher(written.text());
    if (!variable.find()) {
      return written;
    }
    StringBuilder replaced = new StringBuilder();
    Style style = written.style();
    do {
      String value = variable.group(1);
      if (value == null) {
        value = value(variable.group(2), written.origin(), problems);
        style = value.isEmpty() || style == Style.UNRESOLVED ? Style.UNRESOLVED : Style.VARIABLE;
      }
      variable.appendReplacement(replaced, Matcher.quoteReplacement(value));
    } while (variable.find());
    return new Scalar(
        written.origin(),
        style == Style.UNRESOLVED ? written.text() : variable.appendTail(replaced).toString(),
        style,
        ScalarPositions.none(written.origin()));
  }

  private String value(@Nullable String name, Origin origin, Problems problems) {
    if (name == null) {
      problems.error(
          origin,
          "expected the name of an environment variable between ${ and }, such as ${NAME}; write"
              + " $${ for the characters ${");
    } else if (environment != null) {
      String value = environment.getOrDefault(name, "").strip();
      if (value.isEmpty()) {
        problems.error(
            origin,
            "the environment variable %s is not set or empty; set it, or remove the key"
                .formatted(name));
      }
      return value;
    }
    return "";
  }
}
