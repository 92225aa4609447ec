package io.loopsentinel.engine.outcome;

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
  private final Rewriter counts = new Rewriter(DisplayCounts.TABLE);
  private VolatileTokens tokens = VolatileTokens.OF_TABLE;
  private Rewriter rewriter = tokens.rewriter();
  private int size;
  private int messages;
  private boolean isNumbered;
  private long raw;
  private long normalised;

  /** Begins another text. */
  void begin(VolatileTokens of) {
    if (tokens != of) {
      tokens = of;
      rewriter = of.rewriter();
    }
    size = 0;
    isNumbered = false;
    messages = 0;
  }

  /** Reads a part of a text, which continues what was read before after a line feed. */
  void read(String text, int from, int to, LineScan scan) {
    int start = from;
    while (start <= to) {
      int end = Math.min(Lines.endOfLine(text, start), to);
      scan.read(text, start, end);
      messages |= scan.messages();
      long hash = scan.hash();
      raw = size == 0 ? hash : TextHash.joined(raw, hash);
      readRewritten(text, start, end, hash, scan.tokens());
      start = end + 1;
    }
  }

  /** Returns the groups of {@link Messages#anywhere} that the lines may hold. */
  int messages() {
    return messages;
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
  private static long shown(String text, int from, int to, long hash) {
    int start = Lines.startOfText(text, from, to);
    return shown(text, from, to, start, Lines.endOfText(text, start, to), hash);
  }

  /**
   * Returns the same of a line whose text is known to begin and to end at two places.
   *
   * @param start where it begins without white space
   * @param end where it ends without white space
   */
  static long shown(String text, int from, int to, int start, int end, long hash) {
    if (start == end) {
      return 0;
    }
    return start == from && end == to ? hash : TextHash.of(text, start, end);
  }

  /** Adds a line as it is without volatile tokens, and then without display counts. */
  private void readRewritten(String text, int start, int end, long hash, int groups) {
    long volatileOnes = tokens.in(text, start, end, groups);
    String line = volatileOnes == 0 ? null : rewriter.rewrite(text, start, end, volatileOnes);
    addNormalised(line == null ? hash : TextHash.of(line));
    long countsIn = DisplayCounts.in(text, start, end, groups);
    if (countsIn != 0) {
      String without =
          line == null
              ? counts.rewrite(text, start, end, countsIn)
              : counts.rewrite(line, 0, line.length(), countsIn);
      line = without == null ? line : without;
    }
    if (line == null) {
      addShown(text, start, end, hash);
    } else {
      addShown(line, 0, line.length(), TextHash.of(line));
    }
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
}
