package io.loopsentinel.targets.load;

import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.ConfigNode.Style;
import io.loopsentinel.targets.yaml.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The type of a scalar setting.
 *
 * @param expected the description in messages: "a whole number from 0 to 10"
 * @param choices the allowed texts; empty if they cannot be listed
 * @param schema the JSON Schema of a value
 * @param parser returns the value, or null for a scalar of another type; throws an {@link
 *     IllegalArgumentException} if it has a more specific message than {@code expected}
 */
record ScalarType<T>(
    String expected, List<String> choices, String schema, Function<Scalar, @Nullable T> parser) {

  private static final Pattern INTEGER = Pattern.compile("[-+]?(0|[1-9]\\d{0,17})");
  private static final Pattern DURATION =
      Pattern.compile("(?=.)([0-9]{1,4}h)?([0-9]{1,6}m)?([0-9]{1,8}s)?");
  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,9}[KMG]B");
  static final ScalarType<String> TEXT = text("a string", text -> !text.isBlank());

  /** Any string, number or boolean, as written; also an empty string in quotes. */
  static final ScalarType<String> ANY_TEXT =
      of(
          "a string or number",
          "{\"type\": [\"string\", \"number\", \"boolean\"]}",
          scalar -> scalar.isNull() ? null : scalar.text());

  static final ScalarType<Boolean> FLAG =
      of(
          "true or false",
          "{\"type\": \"boolean\"}",
          scalar -> scalar.isBoolean() ? Boolean.valueOf(scalar.text()) : null);
  static final ScalarType<Long> FILE_SIZE =
      of(
          "a size from 1KB to 1024GB such as 500KB, 10MB or 2GB",
          schema(SIZE),
          scalar -> {
            boolean isSize = scalar.isText() && SIZE.matcher(scalar.text()).matches();
            long size = isSize ? bytes(scalar.text()) : 0;
            return size > 0 && size <= 1L << 40 ? size : null;
          });

  private static <T> ScalarType<T> of(
      String expected, String schema, Function<Scalar, @Nullable T> parser) {
    return new ScalarType<>(expected, List.of(), schema, parser);
  }

  private static String schema(Pattern pattern) {
    return "{\"type\": \"string\", \"pattern\": \"^" + pattern + "$\"}";
  }

  static ScalarType<Integer> integer(int min, int max) {
    return number(min, max).map(Math::toIntExact);
  }

  static ScalarType<Long> number(long min, long max) {
    return of(
        "a whole number from " + min + " to " + max,
        "{\"type\": \"integer\", \"minimum\": " + min + ", \"maximum\": " + max + "}",
        scalar -> {
          if (!scalar.isNumber() || !INTEGER.matcher(scalar.text()).matches()) {
            return null;
          }
          long number = Long.parseLong(scalar.text());
          return number >= min && number <= max ? number : null;
        });
  }

  /** A finite number; {@code limits} are keywords of JSON Schema, such as a maximum. */
  static ScalarType<Double> decimal(String expected, String limits, Predicate<Double> bounds) {
    return of(
        expected,
        "{\"type\": \"number\", " + limits + "}",
        scalar -> {
          double number = scalar.isNumber() ? Double.parseDouble(scalar.text()) : Double.NaN;
          return Double.isFinite(number) && bounds.test(number) ? number : null;
        });
  }

  /** A duration in hours, minutes and seconds, from one second to a maximum such as 24h. */
  static ScalarType<Duration> duration(String max, String example) {
    return of(
        "a time from 1s to " + max + " such as " + example,
        schema(DURATION),
        scalar -> {
          if (!scalar.isText() || !DURATION.matcher(scalar.text()).matches()) {
            return null;
          }
          Duration time = Duration.parse("PT" + scalar.text());
          boolean isAllowed = !time.isZero() && time.compareTo(Duration.parse("PT" + max)) <= 0;
          return isAllowed ? time : null;
        });
  }

  static <E extends Enum<?>> ScalarType<E> ofEnum(Class<E> type) {
    return choice(List.of(type.getEnumConstants()), (E constant) -> Wording.nameOf(constant));
  }

  static <T> ScalarType<T> choice(List<T> values, Function<T, String> name) {
    List<String> names = values.stream().map(name).toList();
    return new ScalarType<>(
        Wording.oneOf(names),
        names,
        "{\"enum\": [\"" + String.join("\", \"", names) + "\"]}",
        scalar -> {
          int index = scalar.isText() ? names.indexOf(scalar.text()) : -1;
          return index < 0 ? null : values.get(index);
        });
  }

  static ScalarType<String> text(String expected, Predicate<String> condition) {
    String schema = "{\"type\": \"string\", \"minLength\": 1}";
    return of(
        expected,
        schema,
        scalar -> scalar.isText() && condition.test(scalar.text()) ? scalar.text() : null);
  }

  static ScalarType<String> text(String expected, Pattern pattern) {
    return text(expected, pattern.asMatchPredicate()).withSchema(schema(pattern));
  }

  ScalarType<T> withSchema(String other) {
    return new ScalarType<>(expected, choices, other, parser);
  }

  <U> ScalarType<U> map(Function<? super T, ? extends U> conversion) {
    return new ScalarType<>(
        expected,
        choices,
        schema,
        scalar -> {
          T value = parser.apply(scalar);
          return value == null ? null : conversion.apply(value);
        });
  }

  /** Returns a type that also allows a word, which stands for the given value. */
  ScalarType<T> or(String word, T value) {
    return new ScalarType<>(
        expected + ", or " + word,
        Stream.concat(choices.stream(), Stream.of(word)).toList(),
        "{\"anyOf\": [{\"const\": \"" + word + "\"}, " + schema + "]}",
        scalar -> scalar.isText() && scalar.text().equals(word) ? value : parser.apply(scalar));
  }

  /** Returns a type that also allows {@code none}, which stands for no value. */
  ScalarType<Optional<T>> orNone() {
    return this.<Optional<T>>map(Optional::of).or("none", Optional.empty());
  }

  Optional<T> read(String path, ConfigNode node, Problems problems) {
    if (node instanceof Scalar scalar && scalar.isUnresolved()) {
      return Optional.empty();
    }
    try {
      T value = node instanceof Scalar scalar ? parser.apply(scalar) : null;
      if (value == null) {
        String found = ", found " + node.describe();
        problems.error(node.origin(), path + ": expected " + expected + found + advice(node));
      }
      return Optional.ofNullable(value);
    } catch (IllegalArgumentException e) {
      boolean isSecret = node instanceof Scalar scalar && scalar.hasVariable();
      String message = isSecret ? "expected another value in the environment" : e.getMessage();
      problems.error(node.origin(), path + ": " + message);
      return Optional.empty();
    }
  }

  private String advice(ConfigNode node) {
    if (!(node instanceof Scalar scalar) || scalar.text().isEmpty() || scalar.hasVariable()) {
      return "";
    }
    if (scalar.style() == Style.QUOTED && parser.apply(scalar.withStyle(Style.PLAIN)) != null) {
      return "; remove the quotes";
    }
    if (scalar.style() == Style.PLAIN && parser.apply(scalar.withStyle(Style.QUOTED)) != null) {
      return "; put it in quotes";
    }
    return Wording.didYouMean(scalar.text(), choices);
  }

  private static long bytes(String size) {
    int unit = size.length() - 2;
    return Long.parseLong(size.substring(0, unit)) << (10 * (1 + "KMG".indexOf(size.charAt(unit))));
  }
}
