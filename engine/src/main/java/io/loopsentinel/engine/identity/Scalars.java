package io.loopsentinel.engine.identity;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
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

  /** Writes a value of one of the types above. */
  static void write(CanonicalWriter writer, Object value) {
    if (value instanceof String text) {
      writer.string(text);
    } else if (value instanceof Number number) {
      writeNumber(writer, number);
    } else if (value instanceof Boolean || value instanceof AtomicBoolean) {
      writer.raw(value.toString());
    } else if (value instanceof OptionalInt optional) {
      writeOptional(writer, optional.isPresent() ? optional.getAsInt() : null);
    } else if (value instanceof OptionalLong optional) {
      writeOptional(writer, optional.isPresent() ? optional.getAsLong() : null);
    } else if (value instanceof OptionalDouble optional) {
      writeOptional(writer, optional.isPresent() ? optional.getAsDouble() : null);
    } else {
      writer.string(text(value));
    }
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

  private static void writeOptional(CanonicalWriter writer, @Nullable Number value) {
    if (value == null) {
      writer.raw("null");
    } else {
      writeNumber(writer, value);
    }
  }

  /**
   * Writes whole numbers of integral types with all their digits and all others as the nearest
   * double. A {@code BigDecimal} without fraction or exponent counts as integral, as in JSON text.
   */
  private static void writeNumber(CanonicalWriter writer, Number number) {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte
        || number instanceof AtomicInteger
        || number instanceof AtomicLong
        || number instanceof LongAdder) {
      writer.number(number.longValue());
    } else if (number instanceof Double) {
      writer.number(number.doubleValue());
    } else if (number instanceof Float) {
      writer.number(nearestDouble(number.floatValue()));
    } else if (number instanceof BigDecimal decimal) {
      writeBigDecimal(writer, decimal);
    } else if (number instanceof BigInteger) {
      writer.raw(textOf(number));
    } else {
      writeByText(writer, number);
    }
  }

  private static void writeBigDecimal(CanonicalWriter writer, BigDecimal decimal) {
    if (decimal.scale() == 0) {
      writer.raw(textOf(decimal.unscaledValue()));
    } else {
      writer.number(decimal.doubleValue());
    }
  }

  /**
   * Returns the double with the same shortest decimal as a float: 0.1f is 0.1 and not
   * 0.10000000149011612, as for every JSON library.
   */
  private static double nearestDouble(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value) || value == (long) value) {
      return value;
    }
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < 9; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits));
      if (Float.parseFloat(rounded.toString()) == value) {
        return Double.parseDouble(rounded.toString());
      }
    }
    return Double.parseDouble(exact.round(new MathContext(9)).toString());
  }

  /** Writes a number of any other class, such as Gson's LazilyParsedNumber, by its text. */
  private static void writeByText(CanonicalWriter writer, Number number) {
    String text = textOf(number);
    JsonTape json = new JsonTape();
    TextBytes bytes = new TextBytes();
    if (!new JsonScanner(json, bytes, new NameOrder(json)).scan(text, false)
        || "-0123456789".indexOf(json.first(0)) < 0) {
      writer.string(text);
    } else if (json.isCanonical(0)) {
      writer.raw(bytes.array(), json.start(0), json.end(0));
    } else {
      writer.decimal(text, json.start(0), json.end(0));
    }
  }

  private static String textOf(Object value) {
    return Objects.requireNonNullElse(value.toString(), "null");
  }
}
