package io.loopsentinel.engine.outcome;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the characters that do not stand for themselves inside a JSON string. */
public final class PlainBytes {

  /** How many bytes are looked at together. */
  public static final int BLOCK = Long.SIZE;

  /** How many bytes there have to be in an array after those that are looked at. */
  static final int SLACK = BLOCK;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x7f * EACH;
  private static final long SECOND_BITS = 0x02 * EACH;
  private static final long FROM_PLAIN = (0x80 - 0x21) * EACH;
  private static final long BACKSLASHES = '\\' * EACH;

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

  /**
   * Returns which of 64 bytes are a quote, a backslash, a control character, or negative: the
   * lowest bit is of the first one.
   */
  public static long others(byte[] bytes, int from) {
    long bits = 0;
    for (int i = 0; i < BLOCK; i += Long.BYTES) {
      bits |= bitOfEach(find((long) LONGS.get(bytes, from + i))) << i;
    }
    return bits;
  }

  /**
   * Returns the highest bits of eight bytes, that of the lowest byte first.
   *
   * @param bytes the highest bits; the others are not set
   */
  public static long bitOfEach(long bytes) {
    return (bytes * 0x0002040810204081L) >>> (Long.SIZE - Long.BYTES);
  }

  /*
   * Eight bytes at a time: with its own high bit cleared, a byte plus 0x80 - n has it set where the
   * byte is n or more, and no sum reaches the next byte. With its second bit turned, the quote,
   * 0x22, becomes 0x20, and the only characters below 0x21 are it and the controls.
   */
  private static long find(long bytes) {
    long low = bytes & LOW_BITS;
    long plain = ((low ^ SECOND_BITS) + FROM_PLAIN) & ((low ^ BACKSLASHES) + LOW_BITS);
    return (bytes | ~plain) & HIGH_BITS;
  }
}
