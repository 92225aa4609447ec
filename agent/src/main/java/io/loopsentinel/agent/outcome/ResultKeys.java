package io.loopsentinel.agent.outcome;

import java.util.concurrent.atomic.AtomicReference;

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

  private final VolatileTokens tokens;

  /** For whoever comes first, so that a text of several lines takes no memory. */
  private final AtomicReference<LineKeys> spare = new AtomicReference<>(new LineKeys());

  ResultKeys(VolatileTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Computes the keys of a text without line feeds.
   *
   * @param groups those of {@link VolatileTokens#groupsIn}
   */
  void readLine(String text, int groups, Outcome into) {
    boolean isPlain =
        text.length() <= 2 * READ
            && !tokens.mayBeIn(text, 0, text.length(), groups)
            && !DisplayCounts.mayBeIn(text, 0, text.length(), groups)
            && NumberedLines.number(text, 0, text.length()) != 1;
    if (isPlain) {
      long hash = TextHash.of(text);
      into.setKeys(hash, hash, TextHash.nonZero(LineKeys.shown(text, 0, text.length(), hash)));
    } else {
      read(text, into);
    }
  }

  /** Computes the keys of any text. */
  void read(String text, Outcome into) {
    LineKeys taken = spare.getAndSet(null);
    LineKeys lines = taken == null ? new LineKeys() : taken;
    if (text.length() <= 2 * READ) {
      lines.read(text, tokens);
      into.setKeys(lines.raw(), lines.normalised(), TextHash.nonZero(lines.settled()));
    } else {
      lines.read(Lines.ends(text, READ), tokens);
      long middle = hash(text, READ, text.length() - READ);
      into.setKeys(
          hash(text, 0, text.length()),
          TextHash.joined(lines.normalised(), middle),
          TextHash.nonZero(lines.settled() + middle));
    }
    spare.set(lines);
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
