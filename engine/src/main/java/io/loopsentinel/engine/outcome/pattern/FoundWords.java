package io.loopsentinel.engine.outcome.pattern;

import java.util.Arrays;

/**
 * The words of patterns that were found in a piece of a text, in the order of their ends. Not
 * thread-safe.
 */
final class FoundWords {

  private static final int INITIAL_WORDS = 8;

  private final WordedPatterns patterns;
  private final WordFinder finder;

  /** By word: the patterns that need it, one bit for each, and where it ends in the text. */
  private long[] needed = new long[INITIAL_WORDS];

  private int[] ends = new int[INITIAL_WORDS];
  private int count;

  FoundWords(WordedPatterns patterns) {
    this.patterns = patterns;
    this.finder = patterns.finder();
  }

  /** Reads a piece of a text; returns the patterns that may match it, one bit for each. */
  long candidates(String text, int start, int end) {
    long found = 0;
    count = 0;
    int state = WordFinder.START;
    for (int i = start; i < end; i++) {
      state = finder.next(state, text.charAt(i));
      if (state < 0) {
        state = WordFinder.atWordEnd(state);
        long lists = finder.found(state);
        found |= lists;
        add(patterns.withWord(lists), i + 1);
      }
    }
    return patterns.candidates(found);
  }

  private void add(long patternsOfWord, int end) {
    if (patternsOfWord == 0) {
      return;
    }
    if (count == ends.length) {
      needed = Arrays.copyOf(needed, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    needed[count] = patternsOfWord;
    ends[count++] = end;
  }

  /** Returns the index of the first word of a pattern that ends behind a place, or the count. */
  int next(int pattern, int from, int place) {
    int i = from;
    while (i < count && (ends[i] <= place || (needed[i] >>> pattern & 1) == 0)) {
      i++;
    }
    return i;
  }

  /** Returns where a word ends in the text; the greatest integer behind the last word. */
  int end(int word) {
    return word < count ? ends[word] : Integer.MAX_VALUE;
  }
}
