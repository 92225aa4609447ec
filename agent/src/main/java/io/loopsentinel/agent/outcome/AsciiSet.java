package io.loopsentinel.agent.outcome;

/**
 * Which ASCII characters a text contains; all digits are one.
 *
 * <p>One pass over a line tells which of many patterns need not be tried on it.
 */
record AsciiSet(long low, long high) {

  private static final long DIGITS = 0x3ffL << '0';
  private static final long ONE = 1L << '1';

  /** Returns the characters of a text. Only 0 stands for any digit; 1 stands for itself. */
  static AsciiSet of(CharSequence text) {
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
    long digits = low & DIGITS;
    long digit = digits == 0 ? 0 : 1L << '0';
    return new AsciiSet((low & ~DIGITS) | (digits & ONE) | digit, high);
  }

  boolean containsAll(AsciiSet other) {
    return (other.low & ~low) == 0 && (other.high & ~high) == 0;
  }
}
