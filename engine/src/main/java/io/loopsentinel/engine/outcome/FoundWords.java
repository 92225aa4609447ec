package io.loopsentinel.engine.outcome;

import org.jspecify.annotations.Nullable;

/**
 * The words of patterns that were found in a piece of a text, and where they end. Not thread-safe.
 */
final class FoundWords {

  private final WordedPatterns patterns;
  private final WordFinder finder;

  /** The ends of the first and of the last word of each pattern; null until a word is found. */
  private int @Nullable [] ends;

  private long found;

  FoundWords(WordedPatterns patterns) {
    this.patterns = patterns;
    this.finder = patterns.finder();
  }

  /**
   * Reads a piece of a text, up to the end of the line or to the next member of JSON: to the quote
   * after a comma or a brace.
   *
   * @return the end of the piece
   */
  int read(String text, int start) {
    found = 0;
    int state = WordFinder.START;
    char before = '\n';
    int end = start;
    while (end < text.length()) {
      char c = text.charAt(end);
      if (c == '\n' || (c == '"' && (before == ',' || before == '{'))) {
        break;
      }
      state = finder.next(state, c);
      end++;
      if (state < 0) {
        add(finder.found(state), end - start);
      }
      before = c;
    }
    return end;
  }

  private void add(long lists, int end) {
    for (long rest = patterns.withWord(lists); rest != 0; rest &= rest - 1) {
      int i = Long.numberOfTrailingZeros(rest);
      if ((found >>> i & 1) == 0) {
        ends()[2 * i] = end;
      }
      ends()[2 * i + 1] = end;
    }
    found |= lists;
  }

  private int[] ends() {
    if (ends == null) {
      ends = new int[2 * patterns.size()];
    }
    return ends;
  }

  /** Returns the patterns that may match the piece, one bit for each. */
  long candidates() {
    return patterns.candidates(found);
  }

  /** Returns where the first word of a candidate ends in the piece. */
  int firstEnd(int pattern) {
    return ends()[2 * pattern];
  }

  /** Returns where the last word of a candidate ends in the piece. */
  int lastEnd(int pattern) {
    return ends()[2 * pattern + 1];
  }
}
