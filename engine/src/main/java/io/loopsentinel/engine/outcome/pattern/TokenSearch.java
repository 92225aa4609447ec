package io.loopsentinel.engine.outcome.pattern;

import io.loopsentinel.engine.outcome.pattern.Rewrites.Rewrite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Searches one text for tokens to replace, piece by piece. Not thread-safe. */
final class TokenSearch {

  private final String text;
  private final List<Rewrite> rewrites;
  private final FoundWords words;

  /** By pattern; {@code null} until it is first needed. */
  private final @Nullable Matcher[] matchers;

  private final List<Token> tokens = new ArrayList<>();

  /** The piece that is searched. */
  private int start;

  private int end;

  TokenSearch(String text, List<Rewrite> rewrites, WordedPatterns patterns) {
    this.text = text;
    this.rewrites = rewrites;
    this.words = new FoundWords(patterns);
    this.matchers = new Matcher[rewrites.size()];
  }

  /** A part of the text that is replaced. */
  record Token(int start, int end, String replacement) {}

  /** Reads a piece of the text; returns the patterns that may match it, one bit for each. */
  long candidates(int from, int to) {
    start = from;
    end = to;
    return words.candidates(text, from, to);
  }

  /**
   * Returns the matches of some patterns in the piece that was read, in the order of the text. An
   * earlier pattern has precedence. The list is valid until the next call.
   */
  List<Token> tokens(long some) {
    tokens.clear();
    for (long rest = some; rest != 0; rest &= rest - 1) {
      add(Long.numberOfTrailingZeros(rest));
    }
    return tokens;
  }

  /** Adds what a pattern matches between the tokens that were found before. */
  private void add(int pattern) {
    int before = tokens.size();
    int from = start;
    int word = words.next(pattern, 0, from);
    for (int i = 0; i <= before && words.end(word) <= end; i++) {
      int to = i < before ? tokens.get(i).start() : end;
      boolean isAtWords = rewrites.get(pattern).pattern().offset() > 0;
      word = isAtWords ? addAtWords(pattern, word, from, to) : addNear(pattern, word, from, to);
      if (i < before) {
        from = tokens.get(i).end();
        word = words.next(pattern, word, from);
      }
    }
    if (tokens.size() > before && before > 0) {
      tokens.sort(Comparator.comparingInt(Token::start));
    }
  }

  /** Tries where a match must begin; returns the first word behind the part. */
  private int addAtWords(int pattern, int first, int from, int to) {
    int offset = rewrites.get(pattern).pattern().offset();
    Matcher matcher = matcher(pattern);
    int free = from;
    int word = first;
    while (words.end(word) <= to) {
      int begin = words.end(word) - offset;
      if (begin >= free && matcher.region(begin, to).lookingAt()) {
        add(pattern, matcher);
        free = matcher.end();
      }
      word = words.next(pattern, word + 1, free);
    }
    return word;
  }

  /** Searches around the words of a part; returns the first word behind it. */
  private int addNear(int pattern, int first, int from, int to) {
    int firstEnd = words.end(first);
    int lastEnd = 0;
    int word = first;
    while (words.end(word) <= to) {
      lastEnd = words.end(word);
      word = words.next(pattern, word + 1, from);
    }
    if (lastEnd > 0) {
      int length = rewrites.get(pattern).pattern().length();
      Matcher matcher = matcher(pattern);
      matcher.region(Math.max(from, firstEnd - length), lastEnd + Math.min(to - lastEnd, length));
      int free = from;
      while (free < lastEnd && matcher.find()) {
        add(pattern, matcher);
        free = matcher.end();
      }
    }
    return word;
  }

  private Matcher matcher(int pattern) {
    Matcher known = matchers[pattern];
    Matcher matcher = known == null ? rewrites.get(pattern).matcher(text) : known;
    matchers[pattern] = matcher;
    return matcher;
  }

  private void add(int pattern, Matcher match) {
    String replacement = expand(match, rewrites.get(pattern).replacement());
    tokens.add(new Token(match.start(), match.end(), replacement));
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
}
