package io.loopsentinel.targets.text;

import io.loopsentinel.engine.text.Printable;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Formats values for messages. */
public final class Wording {

  private static final int MAX_QUOTE_LENGTH = 60;

  private Wording() {}

  /** Returns a text in quotes, shortened, on one line, with invisible characters escaped. */
  public static String quoted(String text) {
    String line = text.replaceAll("\\s+", " ");
    String shown = Printable.of(line, MAX_QUOTE_LENGTH);
    shown = line.length() <= MAX_QUOTE_LENGTH ? shown : shown.replaceFirst("\\.{3}$", " ...");
    return '"' + shown + '"';
  }

  /** Returns a constant as it is written in a configuration. */
  public static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  public static String oneOf(List<String> names) {
    return joined(names, " or ");
  }

  public static String allOf(List<String> names) {
    return joined(names, " and ");
  }

  /** Returns {@code ; did you mean "name"?}; empty if no name is similar. */
  public static String didYouMean(String written, Collection<String> names) {
    return NearestNames.suggest(written, names).map(Wording::didYouMean).orElse("");
  }

  public static String didYouMean(String name) {
    return "; did you mean " + quoted(name) + "?";
  }

  private static String joined(List<String> names, String beforeLast) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + beforeLast + names.get(last);
  }
}
