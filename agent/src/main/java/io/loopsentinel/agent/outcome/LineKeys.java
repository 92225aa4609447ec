package io.loopsentinel.agent.outcome;

import java.util.Arrays;

/**
 * The keys of a text of several lines.
 *
 * <p>An edit made again and again makes a file grow, and the view of it differs each time: the same
 * lines stand at other numbers, some of them more often, under a higher count. None of that is
 * news. So what a text shows is its set of lines, and the key of that the sum of the hashes of the
 * distinct lines, trimmed, without volatile tokens, display counts and line numbers. A sum does not
 * depend on their order.
 *
 * <p>One hash of a line serves all keys where nothing in the line is to be rewritten. Not
 * thread-safe; used again for the next text.
 */
final class LineKeys {

  private static final int LINES = 64;

  private long[] shown = new long[LINES];
  private long[] unnumbered = new long[LINES];
  private int[] numbers = new int[LINES];
  private int size;
  private boolean isNumbered;
  private long raw;
  private long normalised;

  /** Reads a text. */
  void read(String text, VolatileTokens tokens) {
    size = 0;
    isNumbered = false;
    Rewriter volatileTokens = null;
    Rewriter counts = null;
    int start = 0;
    while (start <= text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      long hash = TextHash.of(text, start, end);
      raw = size == 0 ? hash : TextHash.joined(raw, hash);
      int groups = VolatileTokens.groupsIn(text, start, end);
      boolean mayBeVolatile = tokens.mayBeIn(text, start, end, groups);
      boolean mayBeCount = DisplayCounts.mayBeIn(text, start, end, groups);
      if (mayBeVolatile || mayBeCount) {
        String line = text.substring(start, end);
        if (mayBeVolatile) {
          volatileTokens = volatileTokens == null ? tokens.rewriter() : volatileTokens;
          String rewritten = volatileTokens.rewrite(line, groups);
          hash = hash(rewritten, line, hash);
          line = rewritten;
        }
        addNormalised(hash);
        if (mayBeCount) {
          counts = counts == null ? new Rewriter(DisplayCounts.TABLE) : counts;
          String rewritten = counts.rewrite(line, groups);
          hash = hash(rewritten, line, hash);
          line = rewritten;
        }
        addShown(line, 0, line.length(), hash);
      } else {
        addNormalised(hash);
        addShown(text, start, end, hash);
      }
      start = end + 1;
    }
  }

  /** Returns the key of the text as it is. */
  long raw() {
    return raw;
  }

  /** Returns the key of the text without volatile tokens. */
  long normalised() {
    return normalised;
  }

  /** Returns the key of what the text shows; 0 if it shows nothing. To be asked once. */
  long settled() {
    for (int i = 0; isNumbered && i < size; i++) {
      shown[i] = NumberedLines.countsUp(numbers, size, i) ? unnumbered[i] : shown[i];
    }
    Arrays.sort(shown, 0, size);
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += i > 0 && shown[i] == shown[i - 1] ? 0 : shown[i];
    }
    return sum;
  }

  /**
   * Returns the hash of what a line shows apart from white space at its ends.
   *
   * @param hash that of the whole line
   * @return 0 if it shows nothing
   */
  static long shown(String text, int from, int to, long hash) {
    int start = Lines.startOfText(text, from, to);
    int end = Lines.endOfText(text, start, to);
    if (start == end) {
      return 0;
    }
    return start == from && end == to ? hash : TextHash.of(text, start, end);
  }

  private void addNormalised(long hash) {
    normalised = size == 0 ? hash : TextHash.joined(normalised, hash);
  }

  private void addShown(String text, int from, int to, long hash) {
    if (size == shown.length) {
      shown = Arrays.copyOf(shown, 2 * size);
      unnumbered = Arrays.copyOf(unnumbered, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    shown[size] = shown(text, from, to, hash);
    int number = NumberedLines.number(text, from, to);
    numbers[size] = number;
    if (number != NumberedLines.NONE) {
      isNumbered = true;
      unnumbered[size] = unnumbered(text, from, to);
    }
    size++;
  }

  private static long unnumbered(String text, int from, int to) {
    int rest = NumberedLines.rest(text, from, to);
    return shown(text, rest, to, TextHash.of(text, rest, to));
  }

  private static long hash(String line, String before, long hash) {
    return line.equals(before) ? hash : TextHash.of(line);
  }
}
