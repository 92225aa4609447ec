package io.loopsentinel.targets.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** References to environment variables in the file, such as <code>${NAME}</code>. */
final class Variables {

  /** The second alternative matches malformed references. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)}|[^}]*}?)");

  private Variables() {}

  /**
   * Replaces the variables in the text under a key; no message shows a value.
   *
   * @return empty if a variable is malformed or not set, which is reported, or if the environment
   *     is unknown
   */
  static Optional<String> replace(Section section, String key, String text) {
    Map<String, String> environment = section.environment();
    Matcher variable = VARIABLE.matcher(text);
    StringBuilder replaced = new StringBuilder();
    boolean complete = true;
    while (variable.find()) {
      String name = variable.group(1);
      String value = "";
      if (name == null) {
        section.error(
            key,
            ": expected the name of an environment variable between ${ and }, such as ${NAME}");
      } else if (environment != null) {
        value = environment.getOrDefault(name, "").strip();
        if (value.isEmpty()) {
          section.error(
              key,
              ": the environment variable %s is not set or empty; set it, or remove the key"
                  .formatted(name));
        }
      }
      complete &= !value.isEmpty();
      variable.appendReplacement(replaced, Matcher.quoteReplacement(value));
    }
    return complete ? Optional.of(variable.appendTail(replaced).toString()) : Optional.empty();
  }
}
