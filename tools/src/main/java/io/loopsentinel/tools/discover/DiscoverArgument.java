package io.loopsentinel.tools.discover;

import java.io.File;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What follows {@code -javaagent:loop-sentinel.jar=} where it asks to discover: the word, and then
 * {@code ,ignore-profiles}, {@code ,out=FILE}, both in this order, or nothing.
 *
 * @param ignoresProfiles whether what the shipped profiles guard is proposed, too
 * @param out where the targets are written; standard error where it is {@code null}
 */
record DiscoverArgument(boolean ignoresProfiles, @Nullable File out) {

  static final String WORD = "discover";
  private static final Pattern FORM =
      Pattern.compile(WORD + "(,ignore-profiles)?(?:,out=(.+))?", Pattern.DOTALL);

  /** Reads an argument that begins with {@link #WORD}; empty if the rest cannot be read. */
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
