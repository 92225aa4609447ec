package io.loopsentinel.engine.outcome;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.loopsentinel.engine.outcome.pattern.Rewrites;
import io.loopsentinel.engine.outcome.pattern.Rewrites.Rewrite;
import io.loopsentinel.engine.outcome.pattern.Rewrites.Rewritten;
import io.loopsentinel.engine.outcome.pattern.WordedPatterns;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of a text that differ from call to call although nothing has happened: timestamps,
 * UUIDs, durations, process ids, hex ids, temporary paths, ephemeral ports and the line numbers of
 * a shell.
 *
 * <p>The table is the resource {@code outcome/volatile-tokens.txt}; a user's own patterns are
 * applied after it. They are RE2 patterns, whose time is linear in the length of a line for any
 * pattern. Thread-safe.
 *
 * @see <a href="https://github.com/google/re2/wiki/Syntax">the syntax of RE2</a>
 */
public final class VolatileTokens {

  private static final List<Rewrite> TABLE = Rewrites.rows("volatile-tokens.txt");

  /** Counts of shown items, such as {@code (120 lines total)}, which change with every edit. */
  private static final List<Rewrite> DISPLAY_COUNTS = Rewrites.rows("display-counts.txt");

  private static final long VOLATILE = (1L << TABLE.size()) - 1;
  private static final Rewrites ALL =
      new Rewrites(Stream.of(TABLE, DISPLAY_COUNTS).flatMap(List::stream).toList());

  /** The patterns of all tables. */
  static final WordedPatterns PATTERNS = ALL.patterns();

  private final List<Pattern> patterns;
  private final Set<Pattern> matched = ConcurrentHashMap.newKeySet();

  /**
   * Creates the tokens of the table and of a user's own patterns.
   *
   * @param regexes in RE2 syntax, each searched in one line at a time. Matches are replaced by
   *     {@code <user>}
   * @throws com.google.re2j.PatternSyntaxException if one of them is not an RE2 expression
   */
  public VolatileTokens(List<String> regexes) {
    this.patterns = regexes.stream().map(Pattern::compile).toList();
  }

  /** Returns the user's patterns that have found nothing so far. */
  List<String> unmatched() {
    return patterns.stream()
        .filter(pattern -> !matched.contains(pattern))
        .map(Pattern::pattern)
        .toList();
  }

  /** Returns a text with each volatile token replaced by a placeholder such as {@code <time>}. */
  public String normalise(String text) {
    return withoutOwn(ALL.apply(text, VOLATILE).text());
  }

  /**
   * Returns a text without volatile tokens, and also without counts of shown items.
   *
   * @param mayMatch whether a pattern of the tables may match the text
   */
  Normalised read(String text, boolean mayMatch) {
    Rewritten rewritten = mayMatch ? ALL.apply(text, VOLATILE) : new Rewritten(text, 0);
    String normalised = withoutOwn(rewritten.text());
    boolean mayCount = (rewritten.candidates() & ~VOLATILE) != 0;
    return new Normalised(
        normalised, mayCount ? ALL.apply(normalised, ~VOLATILE).text() : normalised);
  }

  /**
   * A normalised text.
   *
   * @param text the text without volatile tokens; the same object if there are none
   * @param shown the same without counts of shown items; the same object if there are none
   */
  record Normalised(String text, String shown) {}

  private String withoutOwn(String text) {
    return patterns.isEmpty()
        ? text
        : Lines.of(text).stream().map(this::withoutOwnInLine).collect(Collectors.joining("\n"));
  }

  private String withoutOwnInLine(String line) {
    String rest = line;
    for (Pattern pattern : patterns) {
      Matcher matcher = pattern.matcher(rest);
      if (matcher.find()) {
        matched.add(pattern);
        rest = matcher.replaceAll("<user>");
      }
    }
    return rest;
  }
}
