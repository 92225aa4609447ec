package io.loopsentinel.engine.identity;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values that are one number, one literal or one text. */
final class Scalars {

  /** Types of the JDK whose text is their value, without side effects. */
  private static final List<Class<?>> TEXTS =
      List.of(
          CharSequence.class,
          Character.class,
          char[].class,
          Enum.class,
          UUID.class,
          URI.class,
          URL.class,
          Path.class,
          File.class,
          Date.class,
          Calendar.class,
          TimeZone.class,
          Locale.class,
          Currency.class,
          Charset.class,
          Pattern.class,
          InetAddress.class,
          Class.class);

  private static final List<Class<?>> OTHERS =
      List.of(
          Number.class,
          Boolean.class,
          AtomicBoolean.class,
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class);

  private Scalars() {}

  static boolean isScalar(Class<?> type) {
    return type.getName().startsWith("java.time.")
        || TEXTS.stream().anyMatch(text -> text.isAssignableFrom(type))
        || OTHERS.stream().anyMatch(other -> other.isAssignableFrom(type));
  }

  /**
   * Appends a value of one of the types above.
   *
   * @return whether all of it was appended
   */
  static boolean append(CanonicalText out, Object value) {
    if (value instanceof Number number) {
      return appendNumber(out, number);
    }
    if (value instanceof Boolean || value instanceof AtomicBoolean) {
      out.raw(value.toString());
      return true;
    }
    if (value instanceof OptionalInt optional) {
      return appendOptional(out, optional.isPresent() ? optional.getAsInt() : null);
    }
    if (value instanceof OptionalLong optional) {
      return appendOptional(out, optional.isPresent() ? optional.getAsLong() : null);
    }
    if (value instanceof OptionalDouble optional) {
      return appendOptional(out, optional.isPresent() ? optional.getAsDouble() : null);
    }
    return out.string(text(value));
  }

  /** Returns the text of a value of one of the types above, also used where it is a map's key. */
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

  /** The class is outdated, but it is the application that uses it. */
  @SuppressWarnings("JavaUtilDate")
  private static String textOfDate(Date date) {
    return Instant.ofEpochMilli(date.getTime()).toString();
  }

  private static boolean appendOptional(CanonicalText out, @Nullable Number value) {
    if (value == null) {
      out.raw("null");
      return true;
    }
    return appendNumber(out, value);
  }

  /**
   * Appends whole numbers of integral types with all their digits and all others as the nearest
   * double. A {@code BigDecimal} without fraction or exponent counts as integral, as in JSON text.
   */
  private static boolean appendNumber(CanonicalText out, Number number) {
    if (number instanceof BigInteger whole) {
      return appendWhole(out, whole);
    }
    if (number instanceof BigDecimal decimal && decimal.scale() == 0) {
      return appendWhole(out, decimal.unscaledValue());
    }
    if (number instanceof BigDecimal decimal) {
      return appendDecimal(out, decimal);
    }
    if (number instanceof Double) {
      out.raw(Es6Number.of(number.doubleValue()));
    } else if (number instanceof Float) {
      out.raw(Es6Number.of(Es6Number.nearestDouble(number.floatValue())));
    } else if (isIntegral(number)) {
      out.raw(Long.toString(number.longValue()));
    } else {
      return appendByText(out, number);
    }
    return true;
  }

  private static boolean isIntegral(Number number) {
    return number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte
        || number instanceof AtomicInteger
        || number instanceof AtomicLong
        || number instanceof LongAdder;
  }

  private static boolean appendWhole(CanonicalText out, BigInteger whole) {
    if (whole.bitLength() > Bounds.BITS) {
      out.raw(Bounds.MORE);
      return false;
    }
    out.raw(whole.toString());
    return true;
  }

  private static boolean appendDecimal(CanonicalText out, BigDecimal decimal) {
    if (decimal.unscaledValue().bitLength() > Bounds.BITS) {
      out.raw(Bounds.MORE);
      return false;
    }
    out.raw(Es6Number.of(decimal.doubleValue()));
    return true;
  }

  /** Appends a number of any other class, such as Gson's LazilyParsedNumber, by its text. */
  private static boolean appendByText(CanonicalText out, Number number) {
    String text = textOf(number);
    Object parsed = JsonText.parse(text, 0).map(JsonText.Parsed::value).orElse(null);
    if (parsed instanceof JsonText.Digits digits) {
      out.raw(digits.text());
    } else if (parsed instanceof Number json) {
      return appendNumber(out, json);
    } else {
      return out.string(text);
    }
    return true;
  }

  private static String textOf(Object value) {
    return Objects.requireNonNullElse(value.toString(), "null");
  }
}
