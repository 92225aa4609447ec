package io.loopsentinel.engine.identity;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.Predicate;

/**
 * The text of numbers in ECMAScript, which RFC 8785, section 3.2.2.3, prescribes (<a
 * href="https://tc39.es/ecma262/#sec-numeric-types-number-tostring">Number::toString</a>).
 */
final class Es6Number {

  /** The exponents of numbers that are written without one. */
  private static final int LEAST_PLAIN = -6;

  private static final int GREATEST_PLAIN = 20;

  private Es6Number() {}

  /** Returns the text of a double; of NaN and the infinities, which JSON has not got, the name. */
  static String of(double value) {
    if (value == 0) {
      return "0";
    }
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    BigDecimal decimal =
        decimal(NumberOutput.toString(value, true), one -> one.doubleValue() == value);
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (LEAST_PLAIN <= exponent && exponent <= GREATEST_PLAIN) {
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
   * Returns the double with the same shortest decimal as a float: 0.1f is 0.1 and not
   * 0.10000000149011612, as for every JSON library.
   */
  static double nearestDouble(float value) {
    return Float.isFinite(value)
        ? decimal(NumberOutput.toString(value, true), one -> one.floatValue() == value)
            .doubleValue()
        : value;
  }

  /**
   * Returns the decimal with the fewest digits that is read back as the same number. Java's own
   * text of a number has at least two digits, and before JDK 19 sometimes too many (JDK-4511638);
   * Jackson's, by Schubfach, has at least two as well.
   *
   * @param isSame whether a decimal is
   */
  private static BigDecimal decimal(String text, Predicate<BigDecimal> isSame) {
    BigDecimal decimal = new BigDecimal(text).stripTrailingZeros();
    if (decimal.precision() != 2) {
      return decimal;
    }
    BigDecimal one = decimal.round(new MathContext(1)).stripTrailingZeros();
    return isSame.test(one) ? one : decimal;
  }
}
