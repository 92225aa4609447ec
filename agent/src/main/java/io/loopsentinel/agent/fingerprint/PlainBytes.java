package io.loopsentinel.agent.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the characters that do not stand for themselves inside a JSON string. */
final class PlainBytes {

  /** How many bytes there have to be in an array after those that are looked at. */
  static final int SLACK = Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long SECOND_BITS = 0x0202020202020202L;
  private static final long LEAST_PLAIN = 0x2121212121212121L;
  private static final long BACKSLASHES = 0x5c5c5c5c5c5c5c5cL;

  private PlainBytes() {}

  /**
   * Returns the place of the first byte that is a quote, a backslash, a control character, or
   * negative; {@code to} if there is none.
   */
  static int end(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at += Long.BYTES) {
      long found = find((long) LONGS.get(bytes, at));
      if (found != 0) {
        return Math.min(to, at + (Long.numberOfTrailingZeros(found) >>> 3));
      }
    }
    return to;
  }

  /*
   * Eight bytes at a time (Mycroft's test for a byte less than n: the high bit of x - n, where x has
   * none itself). With its second bit turned, the quote, 0x22, becomes 0x20, and the only
   * characters below 0x21 are it and the controls. A borrow can set a high bit wrongly only above
   * one set rightly, and the lowest is what counts.
   */
  private static long find(long bytes) {
    long quoteOrControl = (bytes ^ SECOND_BITS) - LEAST_PLAIN;
    long backslash = (bytes ^ BACKSLASHES) - EACH;
    return (bytes | quoteOrControl | backslash) & HIGH_BITS;
  }
}
