package io.loopsentinel.engine.outcome;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The parts of a text that differ from one call to the next although nothing has happened:
 * timestamps, UUIDs, durations, process ids, hex ids, temporary paths, ports that the system chose,
 * and the line numbers of a shell.
 *
 * <p>The table is the resource {@code outcome/volatile-tokens.txt}; a user's own patterns come
 * after it. These are of RE2, whose time is linear in the length of a line whatever the pattern.
 * Thread-safe.
 *
 * @see <a href="https://github.com/google/re2/wiki/Syntax">the syntax of RE2</a>
 */
public final class VolatileTokens {

  private static final List<Rewrite> TABLE = Rewrite.table("volatile-tokens.txt");

  private final List<Pattern> patterns;

  /**
   * Adds patterns of a user's own to the table.
   *
   * @param regexes in the language of RE2, each searched in one line at a time. What one finds
   *     counts as {@code <user>}
   * @throws com.google.re2j.PatternSyntaxException if one of them is no regular expression
   */
  public VolatileTokens(List<String> regexes) {
    this.patterns = regexes.stream().map(Pattern::compile).toList();
  }

  /** Returns a text with a mark such as {@code <time>} in the place of each volatile token. */
  public String normalise(String text) {
    return Lines.of(text).stream().map(this::normaliseLine).collect(Collectors.joining("\n"));
  }

  /** Returns a line with such marks. */
  String normaliseLine(String line) {
    String normalised = Rewrite.applyAll(TABLE, line);
    for (Pattern pattern : patterns) {
      normalised = pattern.matcher(normalised).replaceAll("<user>");
    }
    return normalised;
  }
}
