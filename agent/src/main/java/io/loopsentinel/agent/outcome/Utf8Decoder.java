package io.loopsentinel.agent.outcome;

/** Decodes UTF-8 that is known to be well-formed, byte by byte; used again after each character. */
final class Utf8Decoder {

  /** The character goes on. */
  static final int INCOMPLETE = -2;

  private static final int ASCII = 0x80;
  private static final int SECOND_BIT = 0x40;
  private static final int SIX_BITS = 6;

  private int codePoint;
  private int bytesLeft;

  void clear() {
    bytesLeft = 0;
  }

  /** Whether the next byte begins a character. */
  boolean isEmpty() {
    return bytesLeft == 0;
  }

  /** Adds a byte, and returns the character that it ends or {@link #INCOMPLETE}. */
  int add(byte next) {
    if (bytesLeft == 0) {
      if (next >= 0) {
        return next;
      }
      int ones = Integer.numberOfLeadingZeros(~next << (Integer.SIZE - Byte.SIZE));
      bytesLeft = ones - 1;
      codePoint = next & ((ASCII - 1) >> ones);
      return INCOMPLETE;
    }
    codePoint = (codePoint << SIX_BITS) | (next & (SECOND_BIT - 1));
    bytesLeft--;
    return bytesLeft == 0 ? codePoint : INCOMPLETE;
  }
}
