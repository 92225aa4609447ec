package io.loopsentinel.engine.identity;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.Predicate;

/**
 * Number formatting as in ECMAScript (<a
 * href="https://tc39.es/ecma262/#sec-numeric-types-number-tostring">Number::toString</a>), which
 * RFC 8785, section 3.2.2.3, prescribes.
 */
final class Es6Number {

  /** Range of the decimal exponents that are written in plain notation. */
  private static final int MIN_PLAIN_EXPONENT = -6;

  private static final int MAX_PLAIN_EXPONENT = 20;

  private Es6Number() {}

  /** Returns the text of a double. NaN and infinities, which JSON lacks, are given by name. */
  static String of(double value) {
    if (value == 0) {
      return "0";
    }
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    BigDecimal decimal =
        shortestDecimal(NumberOutput.toString(value, true), one -> one.doubleValue() == value);
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (MIN_PLAIN_EXPONENT <= exponent && exponent <= MAX_PLAIN_EXPONENT) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() == 1 ? "" : "." + digits.substring(1))
        + (exponent < 0 ? "e" : "e+")
        + exponent;
  }

  /**
   * Returns the double with the same shortest decimal as a float: 0.1 for 0.1f instead of
   * 0.10000000149011612, as in every JSON library.
   */
  static double toDouble(float value) {
    return Float.isFinite(value)
        ? shortestDecimal(NumberOutput.toString(value, true), one -> one.floatValue() == value)
            .doubleValue()
        : value;
  }

  /**
   * Returns the shortest decimal that reads back as the same number. Java's own text of a number
   * has at least two digits, and before JDK 19 sometimes too many (JDK-4511638). Jackson's
   * (Schubfach) has at least two as well.
   */
  private static BigDecimal shortestDecimal(String text, Predicate<BigDecimal> isSame) {
    BigDecimal decimal = new BigDecimal(text).stripTrailingZeros();
    if (decimal.precision() != 2) {
      return decimal;
    }
    BigDecimal one = decimal.round(new MathContext(1)).stripTrailingZeros();
    return isSame.test(one) ? one : decimal;
  }
}
