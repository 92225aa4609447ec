package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.regex.Matcher;

/** A table of replacements, applied one after the other to each line of a text. */
final class Rewrites {

  private static final int COLUMNS = 5;

  private final List<Rewrite> rewrites;
  private final WordedPatterns patterns;

  Rewrites(List<Rewrite> rewrites) {
    this.rewrites = rewrites;
    this.patterns = new WordedPatterns(rewrites.stream().map(Rewrite::pattern).toList());
  }

  static List<Rewrite> rows(String name) {
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
   * comma or brace and the quote before a member.
   *
   * @param which the replacements to apply, one bit for each
   */
  Rewritten apply(String text, long which) {
    FoundWords words = new FoundWords(patterns);
    StringBuilder rewritten = null;
    long all = 0;
    int length = text.length();
    int copied = 0;
    int start = 0;
    while (start < length) {
      int end = words.read(text, start);
      long candidates = words.candidates();
      all |= candidates;
      if ((candidates & which) != 0) {
        String piece = text.substring(start, end);
        String applied = applyToPiece(piece, words, which);
        if (!applied.equals(piece)) {
          rewritten = rewritten == null ? new StringBuilder(length) : rewritten;
          rewritten.append(text, copied, start).append(applied);
          copied = end;
        }
      }
      start = end < length && text.charAt(end) == '\n' ? end + 1 : end;
    }
    return new Rewritten(
        rewritten == null ? text : rewritten.append(text, copied, length).toString(), all);
  }

  /** Applies the replacements to a piece whose words were found. */
  private String applyToPiece(String piece, FoundWords words, long which) {
    String rewritten = piece;
    long rest = words.candidates() & which;
    while (rest != 0) {
      int i = Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      WordedPattern pattern = rewrites.get(i).pattern();
      Matcher matcher = pattern.matcher(rewritten, words.firstEnd(i), words.lastEnd(i));
      if (matcher != null) {
        rewritten = replaceAll(matcher, rewrites.get(i).replacement());
        if (rest != 0) {
          words.read(rewritten, 0);
          rest = words.candidates() & which & (-2L << i);
        }
      }
    }
    return rewritten;
  }

  private static String replaceAll(Matcher first, String replacement) {
    StringBuilder replaced = new StringBuilder();
    do {
      first.appendReplacement(replaced, replacement);
    } while (first.find());
    return first.appendTail(replaced).toString();
  }

  /**
   * A text with replacements.
   *
   * @param text the same object if there are none
   * @param candidates the replacements that a part of the text may need, one bit for each
   */
  record Rewritten(String text, long candidates) {}

  /**
   * A replacement in a line.
   *
   * @param name the kind of replaced token
   * @param replacement the replacement, with $1 for the pattern's first group
   */
  record Rewrite(String name, String replacement, String example, WordedPattern pattern) {}
}
