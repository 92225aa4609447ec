package io.loopsentinel.engine.identity;

/**
 * Writes numbers as ECMAScript does, which RFC 8785, section 3.2.2.3, prescribes (<a
 * href="https://tc39.es/ecma262/#sec-numeric-types-number-tostring">Number::toString</a>).
 *
 * <p>Not thread-safe.
 */
final class Es6Number {

  /** No form is longer: sign, 17 digits, point, zeros or exponent. */
  static final int MAX_LENGTH = 32;

  /** Any decimal of up to 15 digits is the shortest form of the double that is nearest to it. */
  private static final long FIFTEEN_DIGITS = 1_000_000_000_000_000L;

  private static final int EIGHTEEN = 18;

  /** Short decimals come from {@link ShortestDecimal} with many zeros at their end. */
  private static final long EIGHT_ZEROS = 100_000_000L;

  /** Keeps decimals of 15 digits well away from the ends of the range of normal doubles. */
  private static final int SAFE_EXPONENT = 280;

  private static final long WHOLE = 1L << 53;

  private static final byte[] TENS = new byte[100];
  private static final byte[] ONES = new byte[100];
  private static final long[] POWERS = new long[19];

  static {
    for (int i = 0; i < ONES.length; i++) {
      TENS[i] = (byte) ('0' + i / 10);
      ONES[i] = (byte) ('0' + i % 10);
    }
    // Of 10; but POWERS[0] is 0, since 0 has a digit too.
    long power = 10;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private final ShortestDecimal shortest = new ShortestDecimal();

  /** Writes a finite double and returns the position after it. */
  int write(double value, byte[] out, int at) {
    long whole = (long) value;
    if (whole == value && whole >= -WHOLE && whole <= WHOLE) {
      return write(whole, out, at);
    }
    shortest.compute(Math.abs(value));
    return write(value < 0, shortest.digits(), shortest.exponent(), out, at);
  }

  /** Writes a whole number with all its digits and returns the position after it. */
  static int write(long value, byte[] out, int at) {
    if (value >= 0) {
      int end = at + length(value);
      putDigits(value, out, end);
      return end;
    }
    out[at] = '-';
    int end = at + 1 + length(value / -10) + (value > -10 ? 0 : 1);
    out[end - 1] = (byte) ('0' - value % 10);
    if (value <= -10) {
      putDigits(value / -10, out, end - 1);
    }
    return end;
  }

  /**
   * Writes the number that is the JSON text from {@code from} to {@code to} if that is possible
   * without going through a double.
   *
   * @return the position after it, or -1 if the text has too many digits or too large an exponent
   */
  static int writeDecimal(String text, int from, int to, byte[] out, int at) {
    boolean negative = text.charAt(from) == '-';
    long digits = 0;
    int significant = 0;
    int exponent = 0;
    boolean fraction = false;
    int next = negative ? from + 1 : from;
    for (; next < to; next++) {
      char c = text.charAt(next);
      if (c == '.') {
        fraction = true;
      } else if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        significant += digits == 0 ? 0 : 1;
        exponent -= fraction ? 1 : 0;
      } else {
        break;
      }
      if (significant > EIGHTEEN) {
        return -1;
      }
    }
    if (digits == 0) {
      out[at] = '0';
      return at + 1;
    }
    if (next < to) {
      int power = power(text, next + 1, to);
      if (power == Integer.MAX_VALUE) {
        return -1;
      }
      exponent += power;
    }
    while (digits >= FIFTEEN_DIGITS && digits % 10 == 0) {
      digits /= 10;
      exponent++;
    }
    if (digits >= FIFTEEN_DIGITS || exponent > SAFE_EXPONENT || exponent < -SAFE_EXPONENT) {
      return -1;
    }
    return write(negative, digits, exponent, out, at);
  }

  /** Reads what follows the "e"; a power that no short decimal can have gives MAX_VALUE. */
  private static int power(String text, int from, int to) {
    char sign = text.charAt(from);
    int next = sign == '-' || sign == '+' ? from + 1 : from;
    int power = 0;
    for (; next < to; next++) {
      power = power * 10 + (text.charAt(next) - '0');
      if (power > 10_000) {
        return Integer.MAX_VALUE;
      }
    }
    return sign == '-' ? -power : power;
  }

  private static int write(boolean negative, long number, int power, byte[] out, int start) {
    long digits = number;
    int exponent = power;
    if (digits % EIGHT_ZEROS == 0) {
      digits /= EIGHT_ZEROS;
      exponent += 8;
    }
    while (digits % 10 == 0) {
      digits /= 10;
      exponent++;
    }
    int at = start;
    if (negative) {
      out[at++] = '-';
    }
    int count = length(digits);
    int point = count + exponent;
    if (count <= point && point <= 21) {
      putDigits(digits, out, at + count);
      return putZeros(point - count, out, at + count);
    }
    if (0 < point && point <= 21) {
      putDigits(digits, out, at + count);
      return insertPoint(out, at + point, at + count);
    }
    if (-6 < point && point <= 0) {
      out[at] = '0';
      out[at + 1] = '.';
      int end = putZeros(-point, out, at + 2) + count;
      putDigits(digits, out, end);
      return end;
    }
    int end = at + count;
    putDigits(digits, out, end);
    if (count > 1) {
      end = insertPoint(out, at + 1, end);
    }
    out[end] = 'e';
    out[end + 1] = (byte) (point - 1 < 0 ? '-' : '+');
    return write(Math.abs(point - 1L), out, end + 2);
  }

  private static int insertPoint(byte[] out, int at, int end) {
    System.arraycopy(out, at, out, at + 1, end - at);
    out[at] = '.';
    return end + 1;
  }

  private static int putZeros(int count, byte[] out, int start) {
    int at = start;
    for (int i = 0; i < count; i++) {
      out[at++] = '0';
    }
    return at;
  }

  /**
   * Writes the digits of a number that is not negative so that they end before {@code end}.
   *
   * <p>Two at a time, which halves the divisions.
   */
  private static void putDigits(long value, byte[] out, int end) {
    long rest = value;
    int at = end;
    while (rest >= 100) {
      long quotient = rest / 100;
      int pair = (int) (rest - quotient * 100);
      out[--at] = ONES[pair];
      out[--at] = TENS[pair];
      rest = quotient;
    }
    int first = (int) rest;
    out[--at] = ONES[first];
    if (first >= 10) {
      out[--at] = TENS[first];
    }
  }

  /**
   * Returns the number of digits; log10(2) is 1233/4096, a little less, so the guess is checked.
   */
  private static int length(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    int guess = (bits * 1233) >> 12;
    return value < POWERS[guess] ? guess : guess + 1;
  }
}
