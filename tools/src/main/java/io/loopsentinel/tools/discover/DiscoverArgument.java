package io.loopsentinel.tools.discover;

import java.io.File;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The argument after {@code -javaagent:loop-sentinel.jar=} in discover mode: the word, optionally
 * followed by {@code ,ignore-profiles} and {@code ,out=FILE} in this order.
 *
 * @param ignoresProfiles whether methods guarded by shipped profiles are proposed too
 * @param out the file for the targets; {@code null} for standard error
 */
record DiscoverArgument(boolean ignoresProfiles, @Nullable File out) {

  static final String WORD = "discover";
  private static final Pattern FORM =
      Pattern.compile(WORD + "(,ignore-profiles)?(?:,out=(.+))?", Pattern.DOTALL);

  /** Parses an argument that begins with {@link #WORD}. Returns empty if the rest is malformed. */
  static Optional<DiscoverArgument> parse(String argument) {
    Matcher matcher = FORM.matcher(argument);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String out = matcher.group(2);
    return Optional.of(
        new DiscoverArgument(matcher.group(1) != null, out == null ? null : new File(out)));
  }
}
