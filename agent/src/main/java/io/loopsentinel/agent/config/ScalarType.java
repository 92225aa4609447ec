package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Style;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a scalar has to be.
 *
 * @param expected how a message names it: "a whole number from 0 to 10"
 * @param choices the texts it may be, where they can be counted
 * @param parser returns the value, or nothing for a scalar of another type
 */
record ScalarType<T>(String expected, List<String> choices, Function<Scalar, Optional<T>> parser) {

  /** A text with something in it. */
  static final ScalarType<String> TEXT =
      new ScalarType<>(
          "a text",
          List.of(),
          scalar ->
              scalar.isText() && !scalar.text().isBlank()
                  ? Optional.of(scalar.text())
                  : Optional.empty());

  /** Any text, number or boolean, as it is written; an empty text in quotes, too. */
  static final ScalarType<String> ANY_TEXT =
      new ScalarType<>(
          "a text or number",
          List.of(),
          scalar -> scalar.isNothing() ? Optional.empty() : Optional.of(scalar.text()));

  /** {@code true} or {@code false}. */
  static final ScalarType<Boolean> FLAG =
      new ScalarType<>(
          "true or false",
          List.of(),
          scalar ->
              scalar.isBoolean() ? Optional.of(scalar.text().equals("true")) : Optional.empty());

  private static final Pattern WHOLE = Pattern.compile("[-+]?(0|[1-9]\\d{0,17})");

  /** A whole number within bounds, both included. */
  static ScalarType<Long> whole(long least, long greatest) {
    return new ScalarType<>(
        "a whole number from " + least + " to " + greatest,
        List.of(),
        scalar ->
            Optional.of(scalar)
                .filter(s -> s.isNumber() && WHOLE.matcher(s.text()).matches())
                .map(s -> Long.parseLong(s.text()))
                .filter(number -> number >= least && number <= greatest));
  }

  /** A number for which a condition holds. */
  static ScalarType<Double> decimal(String expected, DoublePredicate condition) {
    return new ScalarType<>(
        expected,
        List.of(),
        scalar ->
            Optional.of(scalar)
                .filter(Scalar::isNumber)
                .map(s -> Double.parseDouble(s.text()))
                .filter(number -> Double.isFinite(number) && condition.test(number)));
  }

  /** A constant of an enum, in lower case. */
  static <E extends Enum<E>> ScalarType<E> constantOf(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    return choice(constants.stream().map(ScalarType::nameOf).toList())
        .map(name -> Enum.valueOf(type, name.toUpperCase(Locale.ROOT)));
  }

  /** Returns how a constant of an enum is written. */
  static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** One of some texts. */
  static ScalarType<String> choice(String... texts) {
    return choice(Arrays.asList(texts));
  }

  private static ScalarType<String> choice(List<String> texts) {
    return new ScalarType<>(
        Wording.oneOf(texts),
        texts,
        scalar ->
            scalar.isText() && texts.contains(scalar.text())
                ? Optional.of(scalar.text())
                : Optional.empty());
  }

  /** The same scalar as another value; the conversion must not fail. */
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

  /** Returns the value of a node, or reports that it is of another type. */
  Optional<T> read(String path, ConfigNode node, Problems problems) {
    Optional<T> value = node instanceof Scalar scalar ? parser.apply(scalar) : Optional.<T>empty();
    if (value.isEmpty()) {
      String found = ", found " + node.described();
      problems.error(node.origin(), path + ": expected " + expected + found + advice(node));
    }
    return value;
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
}
