package io.loopsentinel.agent.outcome;

/** A set of ASCII characters, in which all digits are one, 0. */
record AsciiSet(long low, long high) {

  private static final long DIGITS = 0x3ffL << '0';
  private static final long ANY_DIGIT = 1L << '0';

  /** Returns the characters of a text. */
  static AsciiSet of(String text) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < Long.SIZE) {
        low |= 1L << c;
      } else if (c < 2 * Long.SIZE) {
        high |= 1L << c;
      }
    }
    boolean digit = (low & DIGITS) != 0;
    return new AsciiSet((low & ~DIGITS) | (digit ? ANY_DIGIT : 0), high);
  }

  boolean containsAll(AsciiSet other) {
    return (other.low & ~low) == 0 && (other.high & ~high) == 0;
  }
}
