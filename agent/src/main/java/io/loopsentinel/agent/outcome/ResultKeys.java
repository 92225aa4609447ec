package io.loopsentinel.agent.outcome;

import java.util.List;

/** The keys of a whole result: of its text, without volatile tokens, and of what it shows. */
record ResultKeys(long raw, long normalised, long settled) {

  /** Characters at either end of a text that are read; those in between count as they are. */
  private static final int READ = 16 * 1024;

  /** Characters that are hashed of a text, or of its middle. */
  private static final int HASHED = 1 << 20;

  /**
   * Computes the keys.
   *
   * @param lines those of {@link #linesRead}
   * @param normalised the same without volatile tokens
   * @param arguments the values of the call's arguments
   */
  static ResultKeys of(
      String text, List<String> lines, List<String> normalised, List<String> arguments) {
    long middle = text.length() <= 2 * READ ? 0 : hash(text, READ, text.length() - READ);
    String echo = Echo.of(lines, arguments);
    long settled = echo == null ? Settled.key(normalised) + middle : Echo.key(echo);
    return new ResultKeys(
        hash(text, 0, text.length()),
        TextHash.nonZero(hash(normalised) + middle),
        TextHash.nonZero(settled));
  }

  /** Returns the lines of a text that are read one by one. */
  static List<String> linesRead(String text) {
    return Lines.of(Lines.ends(text, READ));
  }

  private static long hash(List<String> lines) {
    TextHash hash = new TextHash();
    for (String line : lines) {
      hash.add(line).add('\n');
    }
    return hash.value();
  }

  private static long hash(String text, int start, int end) {
    int length = end - start;
    if (length <= HASHED) {
      return TextHash.of(text, start, end);
    }
    return new TextHash()
        .add(length)
        .add(text, start, start + HASHED / 2)
        .add(text, end - HASHED / 2, end)
        .value();
  }
}
