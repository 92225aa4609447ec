package io.loopsentinel.targets.config;

import io.loopsentinel.targets.config.ConfigNode.Scalar;
import io.loopsentinel.targets.config.ConfigNode.Style;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The type of a scalar setting.
 *
 * @param expected the description in messages: "a whole number from 0 to 10"
 * @param choices the allowed texts; empty if they cannot be listed
 * @param schema the JSON Schema of a value
 * @param parser returns the value, or empty for a scalar of another type; throws an {@link
 *     IllegalArgumentException} if it has a more specific message than {@code expected}
 */
record ScalarType<T>(
    String expected, List<String> choices, String schema, Function<Scalar, Optional<T>> parser) {

  private static final Predicate<String> INTEGER =
      Pattern.compile("[-+]?(0|[1-9]\\d{0,17})").asMatchPredicate();
  private static final Pattern DURATION =
      Pattern.compile("(?=.)([0-9]{1,4}h)?([0-9]{1,6}m)?([0-9]{1,8}s)?");
  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,9}[KMG]B");
  static final ScalarType<String> TEXT = text("a string", text -> !text.isBlank());

  /** Any string, number or boolean, as written; also an empty string in quotes. */
  static final ScalarType<String> ANY_TEXT =
      of(
          "a string or number",
          "{\"type\": [\"string\", \"number\", \"boolean\"]}",
          scalar -> !scalar.isNull(),
          text -> text,
          text -> true);

  static final ScalarType<Boolean> FLAG =
      of(
          "true or false",
          "{\"type\": \"boolean\"}",
          Scalar::isBoolean,
          Boolean::valueOf,
          flag -> true);
  static final ScalarType<Long> FILE_SIZE =
      of(
          "a size from 1KB to 1024GB such as 500KB, 10MB or 2GB",
          schema(SIZE),
          scalar -> scalar.isText() && SIZE.matcher(scalar.text()).matches(),
          ScalarType::bytes,
          size -> size > 0 && size <= 1L << 40);

  private static <T> ScalarType<T> of(
      String expected,
      String schema,
      Predicate<Scalar> form,
      Function<String, T> parser,
      Predicate<T> bounds) {
    return new ScalarType<>(
        expected,
        List.of(),
        schema,
        scalar -> Optional.of(scalar).filter(form).map(Scalar::text).map(parser).filter(bounds));
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
        scalar -> scalar.isNumber() && INTEGER.test(scalar.text()),
        Long::valueOf,
        number -> number >= min && number <= max);
  }

  /** A finite number; {@code limits} are keywords of JSON Schema, such as a maximum. */
  static ScalarType<Double> decimal(String expected, String limits, Predicate<Double> bounds) {
    return of(
        expected,
        "{\"type\": \"number\", " + limits + "}",
        Scalar::isNumber,
        Double::valueOf,
        bounds.and(Double::isFinite));
  }

  /** A duration in hours, minutes and seconds, from one second to a maximum such as 24h. */
  static ScalarType<Duration> duration(String max, String example) {
    return of(
        "a time from 1s to " + max + " such as " + example,
        schema(DURATION),
        scalar -> scalar.isText() && DURATION.matcher(scalar.text()).matches(),
        text -> Duration.parse("PT" + text),
        time -> !time.isZero() && time.compareTo(Duration.parse("PT" + max)) <= 0);
  }

  static <E extends Enum<?>> ScalarType<E> ofEnum(Class<E> type) {
    return choice(List.of(type.getEnumConstants()), (E constant) -> ScalarType.nameOf(constant));
  }

  static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <T> ScalarType<T> choice(List<T> values, Function<T, String> name) {
    List<String> names = values.stream().map(name).toList();
    return new ScalarType<>(
        Wording.oneOf(names),
        names,
        "{\"enum\": [\"" + String.join("\", \"", names) + "\"]}",
        scalar ->
            values.stream()
                .filter(value -> scalar.isText() && name.apply(value).equals(scalar.text()))
                .findFirst());
  }

  static ScalarType<String> text(String expected, Predicate<String> condition) {
    String schema = "{\"type\": \"string\", \"minLength\": 1}";
    return of(expected, schema, Scalar::isText, text -> text, condition);
  }

  static ScalarType<String> text(String expected, Pattern pattern) {
    return text(expected, pattern.asMatchPredicate()).withSchema(schema(pattern));
  }

  ScalarType<T> withSchema(String other) {
    return new ScalarType<>(expected, choices, other, parser);
  }

  <U> ScalarType<U> map(Function<? super T, ? extends U> conversion) {
    return new ScalarType<>(
        expected, choices, schema, scalar -> parser.apply(scalar).map(conversion));
  }

  /** Returns a type that also allows a word, which stands for the given value. */
  ScalarType<T> or(String word, T value) {
    return new ScalarType<>(
        expected + ", or " + word,
        List.of(word),
        "{\"anyOf\": [{\"const\": \"" + word + "\"}, " + schema + "]}",
        scalar ->
            scalar.isText() && scalar.text().equals(word)
                ? Optional.of(value)
                : parser.apply(scalar));
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
      Optional<T> value =
          node instanceof Scalar scalar ? parser.apply(scalar) : Optional.<T>empty();
      if (value.isEmpty()) {
        String found = ", found " + node.describe();
        problems.error(node.origin(), path + ": expected " + expected + found + advice(node));
      }
      return value;
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
    if (scalar.style() == Style.QUOTED && parser.apply(scalar.withStyle(Style.PLAIN)).isPresent()) {
      return "; remove the quotes";
    }
    if (scalar.style() == Style.PLAIN && parser.apply(scalar.withStyle(Style.QUOTED)).isPresent()) {
      return "; put it in quotes";
    }
    return Wording.didYouMean(scalar.text(), choices);
  }

  private static long bytes(String size) {
    int unit = size.length() - 2;
    return Long.parseLong(size.substring(0, unit)) << (10 * (1 + "KMG".indexOf(size.charAt(unit))));
  }
}
