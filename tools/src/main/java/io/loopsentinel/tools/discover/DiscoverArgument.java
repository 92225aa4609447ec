package io.loopsentinel.tools.discover;

import java.io.File;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The argument after {@code -javaagent:loop-sentinel.jar=} in discover mode: the word, optionally
 * followed by one or more {@code ,tool=NAME} and by {@code ,out=FILE}.
 *
 * @param tools the classes, methods ({@code Class::method}) and annotations of tools; empty: every
 *     method with an annotation that looks like a tool's
 * @param out the file for the targets; {@code null} for standard error
 */
record DiscoverArgument(Set<String> tools, @Nullable File out) {

  static final String WORD = "discover";
  private static final Pattern FORM =
      Pattern.compile(WORD + "((?:,tool=[^,=]+)*)(?:,out=(.+))?", Pattern.DOTALL);

  /** Parses an argument that begins with {@link #WORD}. Returns empty if the rest is malformed. */
  static Optional<DiscoverArgument> parse(String argument) {
    Matcher matcher = FORM.matcher(argument);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Set<String> tools = new TreeSet<>();
    for (String part : matcher.group(1).split(",", -1)) {
      if (!part.isEmpty()) {
        tools.add(part.substring("tool=".length()));
      }
    }
    String out = matcher.group(2);
    return Optional.of(new DiscoverArgument(tools, out == null ? null : new File(out)));
  }
}
