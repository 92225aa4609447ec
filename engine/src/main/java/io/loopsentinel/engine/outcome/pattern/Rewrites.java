package io.loopsentinel.engine.outcome.pattern;

import io.loopsentinel.engine.outcome.pattern.TokenSearch.Token;
import java.util.List;
import java.util.regex.Matcher;

/** A table of replacements, applied one after the other to each line of a text. */
public final class Rewrites {

  private static final int COLUMNS = 5;

  private final List<Rewrite> rewrites;
  private final WordedPatterns patterns;

  /** Finds the pieces of a text in which a pattern may match at all. */
  private final WordFinder few;

  public Rewrites(List<Rewrite> rewrites) {
    this.rewrites = rewrites;
    this.patterns = new WordedPatterns(rewrites.stream().map(Rewrite::pattern).toList());
    this.few = new WordFinder(List.of(patterns.fewWords()));
  }

  public WordedPatterns patterns() {
    return patterns;
  }

  public static List<Rewrite> rows(String name) {
    return TableFile.read(name, COLUMNS).stream()
        .map(
            row ->
                new Rewrite(
                    row.get(0), row.get(1), row.get(3), WordedPattern.of(row.get(2), row.get(4))))
        .toList();
  }

  /**
   * Applies the replacements to each piece of a text: a line, or a member of JSON in it. JSON is
   * often one long line, of which only few members need a pattern. No pattern matches across the
   * comma or brace and the quote before a member, nor any part of what an earlier one has matched.
   *
   * @param which the replacements to apply, one bit for each
   */
  public Rewritten apply(String text, long which) {
    TokenSearch search = new TokenSearch(text, rewrites, patterns);
    StringBuilder rewritten = null;
    long all = 0;
    int copied = 0;
    int lineEnd = -1;
    int start = 0;
    while (start < text.length()) {
      if (start > lineEnd) {
        int newline = text.indexOf('\n', start);
        lineEnd = newline < 0 ? text.length() : newline;
      }
      int end = endOfPiece(text, start, lineEnd);
      long candidates = few.isIn(text, start, end) ? search.candidates(start, end) : 0;
      all |= candidates;
      for (Token token : search.tokens(candidates & which)) {
        rewritten = rewritten == null ? new StringBuilder(text.length()) : rewritten;
        rewritten.append(text, copied, token.start()).append(token.replacement());
        copied = token.end();
      }
      start = end == lineEnd ? end + 1 : end;
    }
    return new Rewritten(
        rewritten == null ? text : rewritten.append(text, copied, text.length()).toString(), all);
  }

  /** Returns where the next member of JSON in a line starts, or where the line ends. */
  private static int endOfPiece(String text, int start, int lineEnd) {
    int quote = text.indexOf('"', start + 1);
    while (quote >= 0 && quote < lineEnd) {
      char before = text.charAt(quote - 1);
      if (before == ',' || before == '{') {
        return quote;
      }
      quote = text.indexOf('"', quote + 1);
    }
    return lineEnd;
  }

  /**
   * A text with replacements.
   *
   * @param text the same object if there are none
   * @param candidates the replacements that a part of the text may need, one bit for each
   */
  public record Rewritten(String text, long candidates) {}

  /**
   * A replacement in a line.
   *
   * @param name the kind of replaced token
   * @param replacement the replacement, with $1 for the pattern's first group
   */
  public record Rewrite(String name, String replacement, String example, WordedPattern pattern) {

    /** Returns a matcher that sees the text around the region in which it searches. */
    Matcher matcher(String text) {
      return pattern.pattern().matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
    }
  }
}
