package io.loopsentinel.engine.outcome.pattern;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Patterns that are tried only in texts that contain one of their words.
 *
 * <p>Most texts contain none, and one pass finds the words of all patterns. See decision 12.
 */
public final class WordedPatterns {

  private final List<WordedPattern> patterns;

  /**
   * Finds the words of each pattern, after those each list of words that some also need, and then
   * the words of each other group.
   */
  private final WordFinder finder;

  /** By list of words that are also needed: the patterns that need them, one bit for each. */
  private final long[] needing;

  private final long anyText;

  /**
   * Creates a group of patterns.
   *
   * @param patterns at most 60 patterns
   * @param others groups of which the same pass finds out whether a text has one of their words
   */
  public WordedPatterns(List<WordedPattern> patterns, WordedPatterns... others) {
    this.patterns = patterns;
    List<List<String>> also =
        patterns.stream()
            .map(WordedPattern::also)
            .filter(words -> !words.isEmpty())
            .distinct()
            .toList();
    this.finder =
        new WordFinder(
            Stream.of(
                    patterns.stream().map(WordedPattern::words),
                    also.stream(),
                    Stream.of(others).map(WordedPatterns::fewWords))
                .flatMap(lists -> lists)
                .toList());
    this.needing = new long[also.size()];
    long any = 0;
    for (int i = 0; i < patterns.size(); i++) {
      any |= patterns.get(i).words().isEmpty() ? 1L << i : 0;
      int need = also.indexOf(patterns.get(i).also());
      if (need >= 0) {
        needing[need] |= 1L << i;
      }
    }
    this.anyText = any;
  }

  WordFinder finder() {
    return finder;
  }

  int size() {
    return patterns.size();
  }

  /** Returns words of which a text contains one if a pattern matches it. */
  List<String> fewWords() {
    if (anyText != 0) {
      throw new IllegalStateException("a pattern of any text has no words");
    }
    return patterns.stream().flatMap(each -> each.fewWords().stream()).distinct().toList();
  }

  /** Returns the patterns that may match a text, one bit for each. */
  public long candidates(String text) {
    return candidates(find(text));
  }

  /** Finds the words in a text, for the methods that take what was found. */
  public long find(String text) {
    int state = WordFinder.START;
    long found = 0;
    for (int i = 0; i < text.length(); i++) {
      state = finder.next(state, text.charAt(i));
      if (state < 0) {
        state = WordFinder.atWordEnd(state);
        found |= finder.found(state);
      }
    }
    return found;
  }

  /**
   * Returns whether a pattern of another group may match a text.
   *
   * @param other the index of the group
   * @param found what the finder found in the text
   */
  public boolean mayMatchOther(int other, long found) {
    return (found >>> (patterns.size() + needing.length + other) & 1) != 0;
  }

  /**
   * Returns the patterns that may match a text, one bit for each.
   *
   * @param found what the finder found in the text
   */
  public long candidates(long found) {
    long candidates = withWord(found) | anyText;
    for (int i = 0; i < needing.length; i++) {
      boolean isFound = (found >>> (patterns.size() + i) & 1) != 0;
      candidates &= isFound ? -1 : ~needing[i];
    }
    return candidates;
  }

  /** Returns the patterns of which a word was found, one bit for each. */
  long withWord(long found) {
    return found & ((1L << patterns.size()) - 1);
  }

  /** Returns some of the patterns, one bit for each. */
  public long bits(List<WordedPattern> some) {
    List<Pattern> regexes = patterns.stream().map(WordedPattern::pattern).toList();
    return some.stream().mapToLong(each -> 1L << regexes.indexOf(each.pattern())).sum();
  }

  /** Returns whether one of some patterns matches a text. */
  public boolean match(String text, long some) {
    for (long rest = some; rest != 0; rest &= rest - 1) {
      if (patterns.get(Long.numberOfTrailingZeros(rest)).matcher(text) != null) {
        return true;
      }
    }
    return false;
  }
}
