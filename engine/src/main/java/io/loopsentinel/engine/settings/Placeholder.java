package io.loopsentinel.engine.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What may stand in braces in a message template: {@code {tool}}, {@code {count}} and so on. */
public enum Placeholder {
  /** The tool's name. */
  TOOL,
  /** How many matching calls have run. */
  COUNT,
  /** How many may run. */
  THRESHOLD,
  /** The call's arguments as canonical JSON, cut to a readable length. */
  ARGS,
  /** The tool names of the loop in order. */
  CYCLE,
  /** The override's {@code reason}. */
  REASON,
  /** The tool's {@code suggest}. */
  SUGGEST,
  /** The session's key. */
  SESSION;

  /** A placeholder in a text; group 1 is its name. Braces around anything else are text. */
  public static final Pattern PATTERN = Pattern.compile("\\{([a-z_]+)}");

  /** Returns the placeholder of a name, if there is one. */
  public static Optional<Placeholder> named(String name) {
    return Arrays.stream(values()).filter(each -> each.key().equals(name)).findFirst();
  }

  /** Returns its name as it stands in braces. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
