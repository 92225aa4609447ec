package io.loopsentinel.engine.identity;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * The text of numbers in ECMAScript, which RFC 8785, section 3.2.2.3, prescribes (<a
 * href="https://tc39.es/ecma262/#sec-numeric-types-number-tostring">Number::toString</a>).
 */
final class Es6Number {

  /** Whole numbers up to here are written without an exponent. */
  private static final int MAX_PLAIN_DIGITS = 21;

  private static final int MIN_PLAIN_EXPONENT = -6;

  private Es6Number() {}

  /** Returns the text of a double; of NaN and the infinities, which JSON has not got, the name. */
  static String of(double value) {
    if (value == 0) {
      return "0";
    }
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    BigDecimal shortest = shortest(Math.abs(value));
    String text =
        text(shortest.unscaledValue().toString(), shortest.precision() - shortest.scale());
    return value < 0 ? "-" + text : text;
  }

  /**
   * Returns the double with the same shortest decimal as a float: 0.1f is 0.1 and not
   * 0.10000000149011612, as for every JSON library.
   */
  static double nearestDouble(float value) {
    if (!Float.isFinite(value)) {
      return value;
    }
    BigDecimal decimal = new BigDecimal(NumberOutput.toString(value, true));
    return withOneDigit(decimal)
        .filter(one -> one.floatValue() == value)
        .orElse(decimal)
        .doubleValue();
  }

  /** Returns the decimal with the fewest digits that is read back as this double. */
  private static BigDecimal shortest(double value) {
    BigDecimal decimal = new BigDecimal(NumberOutput.toString(value, true)).stripTrailingZeros();
    return withOneDigit(decimal).filter(one -> one.doubleValue() == value).orElse(decimal);
  }

  /**
   * Returns a decimal of two digits, rounded to one. Java's own text of a number has at least two
   * digits, and before JDK 19 sometimes too many (JDK-4511638); Jackson's, by Schubfach, has at
   * least two as well.
   */
  private static Optional<BigDecimal> withOneDigit(BigDecimal decimal) {
    return decimal.precision() == 2
        ? Optional.of(decimal.round(new MathContext(1)).stripTrailingZeros())
        : Optional.empty();
  }

  /**
   * Returns the text of a number.
   *
   * @param digits without zeros at either end
   * @param point the place of the decimal point, counted from before the first digit
   */
  private static String text(String digits, int point) {
    int count = digits.length();
    if (count <= point && point <= MAX_PLAIN_DIGITS) {
      return digits + "0".repeat(point - count);
    }
    if (0 < point && point <= MAX_PLAIN_DIGITS) {
      return digits.substring(0, point) + "." + digits.substring(point);
    }
    if (MIN_PLAIN_EXPONENT < point && point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    int exponent = point - 1;
    String fraction = count == 1 ? "" : "." + digits.substring(1);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }
}
