package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables that texts of a configuration name as <code>${NAME}</code>. Their
 * values are secrets: no message shows one.
 */
final class Variables {

  /** Where the environment is another one than that in which the configuration will hold. */
  static final Variables UNKNOWN = new Variables(null);

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final @Nullable Map<String, String> environment;

  private Variables(@Nullable Map<String, String> environment) {
    this.environment = environment;
  }

  /** Returns the variables of an environment. */
  static Variables of(Map<String, String> environment) {
    return new Variables(Map.copyOf(environment));
  }

  /** Whether a text names a variable. */
  static boolean areIn(Scalar scalar) {
    return VARIABLE.matcher(scalar.text()).find();
  }

  /**
   * Returns a text with the values of its variables in their places; nothing where one is unknown
   * or, which is reported, is not set.
   */
  Optional<String> resolve(String path, Scalar scalar, Problems problems) {
    Matcher variables = VARIABLE.matcher(scalar.text());
    StringBuilder text = new StringBuilder();
    boolean complete = true;
    while (variables.find()) {
      String name = variables.group(1);
      Optional<String> value =
          NAME.matcher(name).matches() && variables.group().endsWith("}")
              ? value(path, scalar, name, problems)
              : malformed(path, scalar, problems);
      complete &= value.isPresent();
      variables.appendReplacement(text, Matcher.quoteReplacement(value.orElse("")));
    }
    variables.appendTail(text);
    return complete ? Optional.of(text.toString()) : Optional.empty();
  }

  private Optional<String> value(String path, Scalar scalar, String name, Problems problems) {
    if (environment == null) {
      return Optional.empty();
    }
    String value = environment.getOrDefault(name, "").strip();
    if (value.isEmpty()) {
      problems.error(
          scalar.origin(),
          "%s: the environment variable %s is not set, or is empty; set it, or take the key out"
              .formatted(path, name));
      return Optional.empty();
    }
    return Optional.of(value);
  }

  private static Optional<String> malformed(String path, Scalar scalar, Problems problems) {
    problems.error(
        scalar.origin(),
        path + ": expected the name of an environment variable between ${ and }, such as ${NAME}");
    return Optional.empty();
  }
}
