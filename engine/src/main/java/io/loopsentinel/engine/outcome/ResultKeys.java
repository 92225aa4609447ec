package io.loopsentinel.engine.outcome;

/**
 * Computes the keys of a whole result: of its text, without volatile tokens, and of what it shows.
 *
 * <p>Thread-safe.
 */
final class ResultKeys {

  /** Characters at either end of a text that are read; those in between count as they are. */
  static final int READ = 16 * 1024;

  /** Characters that are hashed of a text, or of its middle. */
  private static final int HASHED = 1 << 20;

  private static final long EMPTY = TextHash.of("");

  private final VolatileTokens tokens;

  ResultKeys(VolatileTokens tokens) {
    this.tokens = tokens;
  }

  /** Sets the keys of the empty text, unless somebody else's pattern may find something in it. */
  boolean readEmpty(Outcome into) {
    if (tokens.areExtended()) {
      return false;
    }
    into.setKeys(EMPTY, EMPTY, TextHash.nonZero(0));
    return true;
  }

  /**
   * Computes the keys of a text without line feeds.
   *
   * @param start where it begins without white space at its front
   * @param end where it ends without white space
   * @return the groups of {@link Messages#anywhere} that it may hold
   */
  int readLine(String text, int start, int end, Outcome into) {
    LineScan scan = into.scratch().scan();
    scan.read(text, 0, text.length());
    int messages = scan.messages();
    boolean isPlain =
        tokens.in(text, 0, text.length(), scan.tokens()) == 0
            && DisplayCounts.in(text, 0, text.length(), scan.tokens()) == 0
            && NumberedLines.number(text, 0, text.length()) != 1;
    if (isPlain) {
      long hash = scan.hash();
      into.setKeys(
          hash, hash, TextHash.nonZero(LineKeys.shown(text, 0, text.length(), start, end, hash)));
      return messages;
    }
    return read(text, into);
  }

  /** Computes the keys of any text, and returns as much as {@link #readLine}. */
  int read(String text, Outcome into) {
    Scratch scratch = into.scratch();
    LineKeys lines = scratch.lines();
    lines.begin(tokens);
    if (text.length() <= 2 * READ) {
      lines.read(text, 0, text.length(), scratch.scan());
      into.setKeys(lines.raw(), lines.normalised(), TextHash.nonZero(lines.settled()));
    } else {
      lines.read(text, 0, READ, scratch.scan());
      lines.read(text, text.length() - READ, text.length(), scratch.scan());
      long middle = hash(text, READ, text.length() - READ);
      into.setKeys(
          TextHash.joined(lines.raw(), middle),
          TextHash.joined(lines.normalised(), middle),
          TextHash.nonZero(lines.settled() + middle));
    }
    return lines.messages();
  }

  private static long hash(String text, int start, int end) {
    int length = end - start;
    if (length <= HASHED) {
      return TextHash.of(text, start, end);
    }
    long ends =
        TextHash.joined(
            TextHash.of(text, start, start + HASHED / 2), TextHash.of(text, end - HASHED / 2, end));
    return TextHash.joined(ends, length);
  }
}
