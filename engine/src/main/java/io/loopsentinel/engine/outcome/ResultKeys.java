package io.loopsentinel.engine.outcome;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The keys of a result: of its text, of its text without volatile tokens, and of its shown content.
 *
 * <p>A repeated edit makes a file grow, and its view differs each time: the same lines have other
 * numbers, some of them occur more often, and counts are higher. None of that is news. So the shown
 * content of a text is its set of lines. Its key is the sum of the hashes of the distinct lines,
 * trimmed, without volatile tokens, display counts and line numbers. A sum does not depend on their
 * order.
 */
record ResultKeys(long raw, long normalised, long settled) {

  private static final int MAX_TOKEN = 12;
  private static final Pattern TOKEN = Pattern.compile("\\s*<[a-z]{1,8}>\\s*");

  /** Maximum number of characters that are hashed between the two ends that are read. */
  private static final int MAX_HASHED_CHARS = 1 << 20;

  /**
   * Returns the keys of a text.
   *
   * @param mayHaveTokens whether it may have volatile tokens or counts of shown items
   */
  static ResultKeys of(String text, VolatileTokens tokens, boolean mayHaveTokens) {
    String read = Lines.ends(text);
    VolatileTokens.Normalised normalised = tokens.read(read, mayHaveTokens);
    if (mayHaveTokens && isToken(normalised.text())) {
      return of(text, tokens, false);
    }
    byte[] bytes = read.getBytes(StandardCharsets.UTF_8);
    long raw = TextHash.of(bytes, 0, bytes.length);
    long normalisedKey = raw;
    if (!normalised.text().equals(read)) {
      bytes = normalised.text().getBytes(StandardCharsets.UTF_8);
      normalisedKey = TextHash.of(bytes, 0, bytes.length);
    }
    if (!normalised.shown().equals(normalised.text())) {
      bytes = normalised.shown().getBytes(StandardCharsets.UTF_8);
    }
    long settled = 0;
    for (long line : ShownLines.hashes(bytes)) {
      settled += line;
    }
    if (Lines.isLong(text)) {
      long middle = middle(text);
      raw = TextHash.joined(raw, middle);
      normalisedKey = TextHash.joined(normalisedKey, middle);
      settled += middle;
    }
    return new ResultKeys(raw, normalisedKey, TextHash.nonZero(settled));
  }

  /** Returns whether nothing is left of a text, so that a time or an id is what it says. */
  private static boolean isToken(String normalised) {
    return normalised.length() <= MAX_TOKEN && TOKEN.matcher(normalised).matches();
  }

  private static long middle(String text) {
    int start = Lines.END_LENGTH;
    int end = text.length() - Lines.END_LENGTH;
    if (end - start <= MAX_HASHED_CHARS) {
      return hash(text.substring(start, end));
    }
    String front = text.substring(start, start + MAX_HASHED_CHARS / 2);
    String ends = front + text.substring(end - MAX_HASHED_CHARS / 2, end);
    return TextHash.joined(hash(ends), text.length());
  }

  private static long hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return TextHash.of(bytes, 0, bytes.length);
  }
}
