package io.loopsentinel.engine.identity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Calendar;
import java.util.Date;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Conversion of single values to numbers, booleans and texts. */
final class Scalars {

  private Scalars() {}

  /**
   * Returns a value of {@link TypeShapes.Kind#SCALAR} as null, {@code Boolean}, {@code Long},
   * {@code BigInteger}, {@code Double} or {@code String}.
   */
  static @Nullable Object toJsonValue(Object value) {
    if (value instanceof Number number) {
      return toJsonNumber(number);
    }
    if (value instanceof Boolean) {
      return value;
    }
    if (value instanceof AtomicBoolean flag) {
      return flag.get();
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? (long) optional.getAsInt() : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? optional.getAsDouble() : null;
    }
    return text(value);
  }

  /** Returns the text of such a value if {@link #toJsonValue} makes it a text. */
  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof Date date) {
      return textOfDate(date);
    }
    if (value instanceof Calendar calendar) {
      // Reading the time of a Calendar computes its fields; a copy leaves the original as it is.
      Calendar copy = (Calendar) calendar.clone();
      return Instant.ofEpochMilli(copy.getTimeInMillis()).toString();
    }
    if (value instanceof TimeZone zone) {
      return zone.getID();
    }
    if (value instanceof Class<?> type) {
      return type.getName();
    }
    return value instanceof char[] chars ? new String(chars) : textOf(value);
  }

  /** Suppressed because the application, not the agent, chose the outdated class. */
  @SuppressWarnings("JavaUtilDate")
  private static String textOfDate(Date date) {
    return Instant.ofEpochMilli(date.getTime()).toString();
  }

  /**
   * Returns an integer with all its digits, or the nearest double. A {@code BigDecimal} without
   * fraction or exponent counts as an integer, as in JSON text.
   */
  private static Object toJsonNumber(Number number) {
    if (number instanceof Float) {
      return Es6Number.toDouble(number.floatValue());
    }
    if (number instanceof Double || number instanceof BigInteger) {
      return number;
    }
    if (number instanceof BigDecimal decimal) {
      return decimal.scale() == 0 || decimal.unscaledValue().bitLength() > CanonicalJson.MAX_BITS
          ? toJsonNumber(decimal.unscaledValue())
          : (Object) decimal.doubleValue();
    }
    boolean isIntegral =
        number instanceof Integer
            || number instanceof Long
            || number instanceof Short
            || number instanceof Byte;
    return isIntegral ? (Object) number.longValue() : parseNumber(number);
  }

  /** Parses the text of any other class of number, such as Gson's LazilyParsedNumber. */
  private static Object parseNumber(Number number) {
    String text = textOf(number);
    return JsonText.parse(text) instanceof Number read ? toJsonNumber(read) : text;
  }

  private static String textOf(Object value) {
    return Objects.requireNonNullElse(value.toString(), "null");
  }
}
