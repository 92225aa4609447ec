package io.loopsentinel.engine.outcome;

import com.google.re2j.Pattern;
import io.loopsentinel.engine.outcome.WordedPattern.Line;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

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

  static final List<Rewrite> TABLE = Rewrite.table("volatile-tokens.txt");

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
    return Lines.of(text).stream().map(this::normaliseLine).collect(Collectors.joining("\n"));
  }

  String normaliseLine(String line) {
    return normalise(new Line(line)).text();
  }

  Line normalise(Line line) {
    Line normalised = Rewrite.applyAll(TABLE, line);
    for (Pattern pattern : patterns) {
      com.google.re2j.Matcher matcher = pattern.matcher(normalised.text());
      if (matcher.find()) {
        matched.add(pattern);
        normalised = new Line(matcher.replaceAll("<user>"));
      }
    }
    return normalised;
  }

  /**
   * A replacement in a line.
   *
   * @param name the kind of replaced token
   * @param replacement the replacement, with $1 for the pattern's first group
   * @param example a text that the pattern matches
   */
  record Rewrite(String name, String replacement, String example, WordedPattern pattern) {

    private static final int COLUMNS = 5;

    static List<Rewrite> table(String name) {
      return TableFile.read(name, COLUMNS).stream()
          .map(
              row ->
                  new Rewrite(
                      row.get(0),
                      row.get(1),
                      row.get(3),
                      new WordedPattern(row.get(2), row.get(4))))
          .toList();
    }

    static Line applyAll(List<Rewrite> rewrites, Line line) {
      Line rewritten = line;
      for (Rewrite rewrite : rewrites) {
        Matcher matcher = rewrite.pattern().matcher(rewritten);
        if (matcher != null) {
          rewritten = new Line(matcher.replaceAll(rewrite.replacement()));
        }
      }
      return rewritten;
    }
  }
}
