package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Style;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a scalar has to be.
 *
 * @param expected how a message names it: "a whole number from 0 to 10"
 * @param choices the texts it may be, where they can be counted
 * @param parser returns the value, or nothing for a scalar of another type; throws an {@link
 *     IllegalArgumentException} where it has a better message than what was expected
 */
record ScalarType<T>(String expected, List<String> choices, Function<Scalar, Optional<T>> parser) {

  private static final Predicate<String> WHOLE =
      Pattern.compile("[-+]?(0|[1-9]\\d{0,17})").asMatchPredicate();
  private static final Predicate<String> TIME =
      Pattern.compile("(?=.)(\\d{1,4}h)?(\\d{1,6}m)?(\\d{1,8}s)?").asMatchPredicate();
  private static final Predicate<String> SIZE =
      Pattern.compile("[1-9]\\d{0,9}[KMG]B").asMatchPredicate();
  static final ScalarType<String> TEXT = text("a text", text -> !text.isBlank());

  /** Any text, number or boolean, as it is written; an empty text in quotes, too. */
  static final ScalarType<String> ANY_TEXT =
      of("a text or number", scalar -> !scalar.isNothing(), text -> text, text -> true);

  static final ScalarType<Boolean> FLAG =
      of("true or false", Scalar::isBoolean, Boolean::valueOf, flag -> true);
  static final ScalarType<Long> FILE_SIZE =
      of(
          "a size from 1KB to 1024GB such as 500KB, 10MB or 2GB",
          scalar -> scalar.isText() && SIZE.test(scalar.text()),
          ScalarType::bytes,
          size -> size > 0 && size <= 1L << 40);

  private static <T> ScalarType<T> of(
      String expected, Predicate<Scalar> form, Function<String, T> parser, Predicate<T> bounds) {
    return new ScalarType<>(
        expected,
        List.of(),
        scalar -> Optional.of(scalar).filter(form).map(Scalar::text).map(parser).filter(bounds));
  }

  static ScalarType<Long> whole(long least, long greatest) {
    return of(
        "a whole number from " + least + " to " + greatest,
        scalar -> scalar.isNumber() && WHOLE.test(scalar.text()),
        Long::valueOf,
        number -> number >= least && number <= greatest);
  }

  static ScalarType<Double> decimal(String expected, Predicate<Double> bounds) {
    return of(expected, Scalar::isNumber, Double::valueOf, bounds.and(Double::isFinite));
  }

  /** A time span in hours, minutes and seconds, from a second to a longest one. */
  static ScalarType<Duration> time(String longest, String example) {
    return of(
        "a time from 1s to " + longest + " such as " + example,
        scalar -> scalar.isText() && TIME.test(scalar.text()),
        text -> Duration.parse("PT" + text),
        time -> !time.isZero() && time.compareTo(Duration.parse("PT" + longest)) <= 0);
  }

  static <E extends Enum<E>> ScalarType<E> constantOf(Class<E> type) {
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
        scalar ->
            values.stream()
                .filter(value -> scalar.isText() && name.apply(value).equals(scalar.text()))
                .findFirst());
  }

  static ScalarType<String> text(String expected, Predicate<String> condition) {
    return of(expected, Scalar::isText, text -> text, condition);
  }

  <U> ScalarType<U> map(Function<? super T, ? extends U> conversion) {
    return new ScalarType<>(expected, choices, scalar -> parser.apply(scalar).map(conversion));
  }

  /** This, or a word that stands for a value. */
  ScalarType<T> or(String word, T value) {
    return new ScalarType<>(
        expected + ", or " + word,
        List.of(word),
        scalar ->
            scalar.isText() && scalar.text().equals(word)
                ? Optional.of(value)
                : parser.apply(scalar));
  }

  /** This, or {@code none}, which stands for no value. */
  ScalarType<Optional<T>> orNone() {
    return this.<Optional<T>>map(Optional::of).or("none", Optional.empty());
  }

  Optional<T> read(String path, ConfigNode node, Problems problems) {
    try {
      Optional<T> value =
          node instanceof Scalar scalar ? parser.apply(scalar) : Optional.<T>empty();
      if (value.isEmpty()) {
        String found = ", found " + node.described();
        problems.error(node.origin(), path + ": expected " + expected + found + advice(node));
      }
      return value;
    } catch (IllegalArgumentException e) {
      problems.error(node.origin(), path + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private String advice(ConfigNode node) {
    if (!(node instanceof Scalar scalar) || scalar.text().isEmpty()) {
      return "";
    }
    if (scalar.style() == Style.QUOTED && parser.apply(scalar.as(Style.PLAIN)).isPresent()) {
      return "; leave out the quotes";
    }
    if (scalar.style() == Style.PLAIN && parser.apply(scalar.as(Style.QUOTED)).isPresent()) {
      return "; put it in quotes";
    }
    return Wording.didYouMean(scalar.text(), choices);
  }

  private static long bytes(String size) {
    int unit = size.length() - 2;
    return Long.parseLong(size.substring(0, unit)) << (10 * (1 + "KMG".indexOf(size.charAt(unit))));
  }
}
