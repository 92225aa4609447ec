package io.loopsentinel.engine.outcome.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

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
    FoundWords words = new FoundWords(patterns);
    @Nullable Matcher[] matchers = new Matcher[rewrites.size()];
    List<Token> tokens = new ArrayList<>();
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
      long candidates = few.isIn(text, start, end) ? words.candidates(text, start, end) : 0;
      all |= candidates;
      for (long rest = candidates & which; rest != 0; rest &= rest - 1) {
        int i = Long.numberOfTrailingZeros(rest);
        Matcher matcher = matchers[i] == null ? rewrites.get(i).matcher(text) : matchers[i];
        matchers[i] = matcher;
        find(i, matcher, words, start, end, tokens);
      }
      for (Token token : tokens) {
        rewritten = rewritten == null ? new StringBuilder(text.length()) : rewritten;
        rewritten.append(text, copied, token.start()).append(token.replacement());
        copied = token.end();
      }
      tokens.clear();
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

  /** Adds what a pattern matches in a piece, between the tokens that were found before. */
  private void find(
      int pattern, Matcher matcher, FoundWords words, int start, int end, List<Token> tokens) {
    Rewrite rewrite = rewrites.get(pattern);
    int before = tokens.size();
    int from = start;
    int word = words.next(pattern, 0, from);
    for (int i = 0; i <= before && words.end(word) <= end; i++) {
      int to = i < before ? tokens.get(i).start() : end;
      if (rewrite.pattern().offset() > 0) {
        word = findAtWords(pattern, word, matcher, words, from, to, tokens);
      } else {
        word = findNearWords(pattern, word, matcher, words, from, to, tokens);
      }
      if (i < before) {
        from = tokens.get(i).end();
        word = words.next(pattern, word, from);
      }
    }
    if (tokens.size() > before && before > 0) {
      tokens.sort(Comparator.comparingInt(Token::start));
    }
  }

  /** Tries where a match of a pattern must begin; returns the first word behind the part. */
  private int findAtWords(
      int pattern,
      int first,
      Matcher matcher,
      FoundWords words,
      int from,
      int to,
      List<Token> tokens) {
    int offset = rewrites.get(pattern).pattern().offset();
    int free = from;
    int word = first;
    while (words.end(word) <= to) {
      int start = words.end(word) - offset;
      if (start >= free && matcher.region(start, to).lookingAt()) {
        tokens.add(token(pattern, matcher));
        free = matcher.end();
      }
      word = words.next(pattern, word + 1, free);
    }
    return word;
  }

  /** Searches from the first word of a part to the last; returns the first word behind it. */
  private int findNearWords(
      int pattern,
      int first,
      Matcher matcher,
      FoundWords words,
      int from,
      int to,
      List<Token> tokens) {
    int length = rewrites.get(pattern).pattern().length();
    int firstEnd = words.end(first);
    int lastEnd = 0;
    int word = first;
    while (words.end(word) <= to) {
      lastEnd = words.end(word);
      word = words.next(pattern, word + 1, from);
    }
    if (lastEnd > 0) {
      matcher.region(Math.max(from, firstEnd - length), lastEnd + Math.min(to - lastEnd, length));
      int free = from;
      while (free < lastEnd && matcher.find()) {
        tokens.add(token(pattern, matcher));
        free = matcher.end();
      }
    }
    return word;
  }

  private Token token(int pattern, Matcher match) {
    String replacement = expand(match, rewrites.get(pattern).replacement());
    return new Token(match.start(), match.end(), replacement);
  }

  private static String expand(Matcher match, String replacement) {
    if (replacement.indexOf('$') < 0) {
      return replacement;
    }
    StringBuilder expanded = new StringBuilder();
    for (int i = 0; i < replacement.length(); i++) {
      char c = replacement.charAt(i);
      if (c == '$') {
        expanded.append(match.group(Character.digit(replacement.charAt(++i), 10)));
      } else {
        expanded.append(c);
      }
    }
    return expanded.toString();
  }

  /** A part of a text that is replaced. */
  private record Token(int start, int end, String replacement) {}

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
    private Matcher matcher(String text) {
      return pattern.pattern().matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
    }
  }
}
