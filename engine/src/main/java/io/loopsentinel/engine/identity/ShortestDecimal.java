package io.loopsentinel.engine.identity;

import java.math.BigInteger;

/**
 * The shortest decimal that reads back as a given double, the closest one where several are as
 * short. This is what ECMAScript's {@code Number::toString} asks for; {@link Double#toString} does
 * not give it before Java 19 (<a
 * href="https://bugs.openjdk.org/browse/JDK-4511638">JDK-4511638</a>) and never gives fewer than
 * two digits.
 *
 * <p>The algorithm is Schubfach: Raffaello Giulietti, <a
 * href="https://drive.google.com/file/d/1IEeATSVnEE6TkrHlCYNY2GjaraBjOT4f">The Schubfach way to
 * render doubles</a> (2020). In short: a double is c·2^q, and all numbers nearer to it than to its
 * neighbours form its rounding interval. With k chosen so that 10^k is just smaller than the
 * interval, the interval holds at least one multiple of 10^k and at most one multiple of 10^(k+1).
 * If there is one of the latter it is the shortest; if not, the multiple of 10^k closest to the
 * double is. To decide it is enough to multiply c by a 126-bit approximation of 10^-k, rounding to
 * odd.
 *
 * <p>Holds its last result; not thread-safe.
 */
final class ShortestDecimal {

  private static final int SIGNIFICAND_BITS = 52;
  private static final long MIN_NORMAL_SIGNIFICAND = 1L << SIGNIFICAND_BITS;
  private static final int MIN_EXPONENT = -1074;
  private static final long LOW_63_BITS = Long.MAX_VALUE;

  private long digits;
  private int exponent;

  /** Returns the digits of the last result as a whole number. */
  long digits() {
    return digits;
  }

  /** Returns the power of ten by which {@link #digits()} is to be multiplied. */
  int exponent() {
    return exponent;
  }

  /** Computes the decimal of a finite number greater than zero. */
  void compute(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long fraction = bits & (MIN_NORMAL_SIGNIFICAND - 1);
    int biased = (int) (bits >>> SIGNIFICAND_BITS);
    if (biased == 0) {
      compute(MIN_EXPONENT, fraction);
    } else {
      compute(MIN_EXPONENT - 1 + biased, MIN_NORMAL_SIGNIFICAND | fraction);
    }
  }

  /*
   * Names follow the paper's figure 7: values are scaled by 4 so that the interval's bounds are
   * whole; `outside` is 1 where the bounds do not belong to the interval (c is odd).
   */
  private void compute(int q, long c) {
    long outside = c & 1;
    long value = c << 2;
    long upper = value + 2;
    boolean regular = c != MIN_NORMAL_SIGNIFICAND || q == MIN_EXPONENT;
    long lower = regular ? value - 2 : value - 1;
    int k = regular ? floorLog10OfPow2(q) : floorLog10OfThreeQuartersPow2(q);
    int shift = q + floorLog2OfPow10(-k) + 2;
    long high = Powers.HIGH[k - Powers.MIN];
    long low = Powers.LOW[k - Powers.MIN];
    long scaled = multiplyRoundToOdd(high, low, value << shift);
    long scaledLower = multiplyRoundToOdd(high, low, lower << shift) + outside;
    long scaledUpper = multiplyRoundToOdd(high, low, upper << shift) - outside;

    long below = scaled >> 2;
    if (below >= 10) {
      long shortBelow = below / 10 * 10;
      long shortAbove = shortBelow + 10;
      boolean belowIsIn = scaledLower <= shortBelow << 2;
      boolean aboveIsIn = shortAbove << 2 <= scaledUpper;
      if (belowIsIn != aboveIsIn) {
        set(belowIsIn ? shortBelow : shortAbove, k);
        return;
      }
    }
    long above = below + 1;
    boolean belowIsIn = scaledLower <= below << 2;
    boolean aboveIsIn = above << 2 <= scaledUpper;
    if (belowIsIn != aboveIsIn) {
      set(belowIsIn ? below : above, k);
      return;
    }
    long fromMiddle = scaled - ((below + above) << 1);
    boolean takeBelow = fromMiddle < 0 || (fromMiddle == 0 && (below & 1) == 0);
    set(takeBelow ? below : above, k);
  }

  private void set(long newDigits, int newExponent) {
    digits = newDigits;
    exponent = newExponent;
  }

  private static long multiplyRoundToOdd(long high, long low, long factor) {
    long carry = Math.multiplyHigh(low, factor);
    long middle = high * factor;
    long top = Math.multiplyHigh(high, factor);
    long rest = (middle >>> 1) + carry;
    long result = top + (rest >>> 63);
    return result | (((rest & LOW_63_BITS) + LOW_63_BITS) >>> 63);
  }

  // The three logarithms are exact for every exponent a double can have; constants from the paper,
  // section 8, as used by java.lang.Double since Java 19.

  private static int floorLog10OfPow2(int e) {
    return (int) ((e * 661_971_961_083L) >> 41);
  }

  private static int floorLog10OfThreeQuartersPow2(int e) {
    return (int) ((e * 661_971_961_083L - 274_743_187_321L) >> 41);
  }

  private static int floorLog2OfPow10(int e) {
    return (int) ((e * 913_124_641_741L) >> 38);
  }

  /**
   * For each k the number g with 10^-k = β·2^r, 2^125 ≤ β < 2^126, g = ⌊β⌋ + 1, split into two
   * halves of 63 bits. Computed when first used, in about a millisecond.
   */
  private static final class Powers {
    private static final int MIN = -324;
    private static final int MAX = 292;
    private static final int BITS = 126;
    private static final long[] HIGH = new long[MAX - MIN + 1];
    private static final long[] LOW = new long[MAX - MIN + 1];

    static {
      BigInteger power = BigInteger.ONE;
      for (int exponent = 0; exponent <= -MIN; exponent++) {
        put(-exponent, power.shiftLeft(BITS).shiftRight(power.bitLength()));
        if (exponent > 0 && exponent <= MAX) {
          BigInteger inverse = BigInteger.ONE.shiftLeft(BITS + power.bitLength()).divide(power);
          put(exponent, inverse.shiftRight(inverse.bitLength() - BITS));
        }
        power = power.multiply(BigInteger.TEN);
      }
    }

    private static void put(int k, BigInteger floor) {
      BigInteger g = floor.add(BigInteger.ONE);
      HIGH[k - MIN] = g.shiftRight(63).longValueExact();
      LOW[k - MIN] = g.longValue() & LOW_63_BITS;
    }
  }
}
