package io.loopsentinel.engine.identity;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Copies characters of a text to bytes, one to one: ASCII as it is, any other as a negative byte.
 *
 * <p>So text can be looked through as bytes, eight at a time (see {@link PlainBytes}), and what was
 * found has the same place in both. Allocates nothing; not thread-safe.
 */
final class CharacterBytes {

  /** The greatest number of characters that can be copied at once. */
  static final int MAX = 2048;

  private static final int ASCII = 0x80;

  /**
   * How many characters are the fewest to be worth a call of the encoder: it costs 25 ns, and then
   * 0.1 ns a character; reading them one by one takes 0.4 ns each.
   */
  static final int MANY = 64;

  private final byte[] into;
  private final ByteBuffer encoded;
  private final char[] chars = new char[MAX];
  private final CharBuffer unencoded = CharBuffer.wrap(chars);
  private final CharsetEncoder encoder = StandardCharsets.ISO_8859_1.newEncoder();

  CharacterBytes(byte[] into) {
    this.into = into;
    this.encoded = ByteBuffer.wrap(into);
  }

  /**
   * Copies a text that has fewer than {@link #MANY} characters.
   *
   * @return whether all of it is ASCII; if not, the bytes say nothing
   */
  static boolean copyShort(String text, byte[] into, int at) {
    return copyLowBytes(text, 0, text.length(), into, at);
  }

  /** Copies part of a text, at most {@link #MAX} characters, to a place in the array. */
  void copy(String text, int from, int to, int at) {
    if (to - from >= MANY) {
      encode(text, from, to, at);
    } else if (!copyLowBytes(text, from, to, into, at)) {
      copyEach(text, from, to, at);
    }
  }

  /**
   * Copies characters and tells whether all of them are ASCII.
   *
   * <p>No method of {@code String} says whether it is ASCII. {@link String#getBytes(int, int,
   * byte[], int)} drops the upper half of each character, the reason for its deprecation, so the
   * bytes alone do not say it either.
   */
  @SuppressWarnings("deprecation")
  private static boolean copyLowBytes(String text, int from, int to, byte[] into, int at) {
    text.getBytes(from, to, into, at);
    return union(text, from, to) < ASCII;
  }

  /** The encoder of Latin-1 uses vector instructions; it stops at the first character beyond. */
  private void encode(String text, int from, int to, int at) {
    int count = to - from;
    text.getChars(from, to, chars, 0);
    unencoded.limit(count).position(0);
    encoded.limit(at + count).position(at);
    encoder.encode(unencoded, encoded, true);
    int done = encoded.position() - at;
    if (done < count) {
      copyEach(text, from + done, to, at + done);
    }
  }

  /** Returns all bits set in any of the characters. */
  private static int union(String text, int from, int to) {
    int bits = 0;
    int i = from;
    for (; i <= to - 4; i += 4) {
      bits |= text.charAt(i) | text.charAt(i + 1) | text.charAt(i + 2) | text.charAt(i + 3);
    }
    for (; i < to; i++) {
      bits |= text.charAt(i);
    }
    return bits;
  }

  private void copyEach(String text, int from, int to, int start) {
    byte[] bytes = into;
    int at = start;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      bytes[at++] = c < ASCII ? (byte) c : -1;
    }
  }
}
