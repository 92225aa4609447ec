package io.loopsentinel.agent.detect;

/**
 * Two 32-bit hashes of a result in one {@code long}: of the raw text (low half) and of the text
 * without volatile tokens (high half).
 *
 * <p>Half the usual width is enough: hashes are compared only between calls of one fingerprint in
 * one window, where two different results share a half once in four thousand million.
 */
public final class ResultHash {

  /** No result was seen: the call is in flight, or its target has none. */
  public static final long UNSEEN = 0;

  private ResultHash() {}

  /** Packs the two hashes of a result; never {@link #UNSEEN}. */
  public static long of(int raw, int normalised) {
    long packed = ((long) normalised << Integer.SIZE) | Integer.toUnsignedLong(raw);
    return packed == UNSEEN ? 1 : packed;
  }

  /** Compares two results of the same call; an unseen one counts as the same. */
  static ResultMatch compare(long a, long b) {
    if (a == UNSEEN || b == UNSEEN) {
      return ResultMatch.UNSEEN;
    }
    if ((int) a == (int) b) {
      return ResultMatch.EQUAL;
    }
    return a >>> Integer.SIZE == b >>> Integer.SIZE
        ? ResultMatch.EQUAL_NORMALISED
        : ResultMatch.CHANGING;
  }
}
