package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.stream.Stream;

/**
 * Patterns that are tried only in texts that contain one of their words.
 *
 * <p>Most texts contain none, and one pass finds the words of all patterns. See decision 12.
 */
final class WordedPatterns {

  /** Number of the list that has only the digit, after those of the patterns. */
  private static final int DIGIT = Long.SIZE - 1;

  private final List<WordedPattern> patterns;
  private final WordFinder finder;
  private long anyText;
  private long needDigit;

  /**
   * Creates a group of patterns.
   *
   * @param patterns at most 63 patterns
   */
  WordedPatterns(List<WordedPattern> patterns) {
    this.patterns = patterns;
    Stream<List<String>> none = Stream.generate(List::of);
    this.finder =
        new WordFinder(
            Stream.of(
                    patterns.stream().map(WordedPattern::words),
                    none.limit(DIGIT - patterns.size()),
                    Stream.of(List.of("0")))
                .flatMap(lists -> lists)
                .toList());
    for (int i = 0; i < patterns.size(); i++) {
      anyText |= patterns.get(i).words().isEmpty() ? 1L << i : 0;
      needDigit |= patterns.get(i).needsDigit() ? 1L << i : 0;
    }
  }

  WordFinder finder() {
    return finder;
  }

  /** Returns the patterns that may match a text, one bit for each. */
  long candidates(String text) {
    int state = WordFinder.START;
    long found = 0;
    for (int i = 0; i < text.length(); i++) {
      state = finder.next(state, text.charAt(i));
      found |= state < 0 ? finder.found(state) : 0;
    }
    return candidates(found);
  }

  /**
   * Returns the patterns that may match a text, one bit for each.
   *
   * @param found what the finder found in the text
   */
  long candidates(long found) {
    long listed = found | anyText;
    return found < 0 ? listed & Long.MAX_VALUE : listed & ~needDigit;
  }

  /** Returns the number of the first pattern that matches a text, or -1. */
  int firstMatch(String text) {
    for (long rest = candidates(text); rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if (patterns.get(i).matcher(text) != null) {
        return i;
      }
    }
    return -1;
  }
}
