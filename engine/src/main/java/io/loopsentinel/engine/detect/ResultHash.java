package io.loopsentinel.engine.detect;

/**
 * What is kept of a result, in one {@code long}; from the highest bit down:
 *
 * <ul>
 *   <li>32 bits of the hash that decides whether a result shows anything new,
 *   <li>16 bits of the hash of its text without volatile tokens,
 *   <li>15 bits of the hash of its text,
 *   <li>1 bit: it says no more than "done".
 * </ul>
 *
 * <p>So few are enough: hashes are compared only between calls of one fingerprint in one window,
 * where two different results share the deciding one once in four thousand million. The others only
 * tell how results matched.
 */
public final class ResultHash {

  /** No result was seen: the call is in flight, or its target has none. */
  public static final long UNSEEN = 0;

  private static final int SETTLED_SHIFT = 32;
  private static final int NORMALISED_SHIFT = 16;
  private static final long ACKNOWLEDGEMENT = 1;

  /** Stands for a result whose bits are all zero. */
  private static final long ALMOST_ZERO = 2;

  private ResultHash() {}

  /** Packs the hashes of a result; never {@link #UNSEEN}. */
  public static long of(long raw, long normalised, long settled, boolean acknowledgement) {
    long packed =
        settled << SETTLED_SHIFT
            | (normalised & 0xffff) << NORMALISED_SHIFT
            | (raw & 0x7fff) << 1
            | (acknowledgement ? ACKNOWLEDGEMENT : 0);
    return packed == UNSEEN ? ALMOST_ZERO : packed;
  }

  /** Compares two results of the same call; an unseen one counts as the same. */
  static ResultMatch compare(long a, long b) {
    if (a == UNSEEN || b == UNSEEN) {
      return ResultMatch.UNSEEN;
    }
    if (a >>> SETTLED_SHIFT != b >>> SETTLED_SHIFT) {
      return ResultMatch.CHANGING;
    }
    if (a >>> NORMALISED_SHIFT != b >>> NORMALISED_SHIFT) {
      return ResultMatch.NOTHING_NEW;
    }
    return a == b ? ResultMatch.EQUAL : ResultMatch.EQUAL_NORMALISED;
  }

  /** Whether a result says no more than "done"; one that was not seen says no more either. */
  static boolean isAcknowledgement(long result) {
    return result == UNSEEN || (result & ACKNOWLEDGEMENT) != 0;
  }
}
