package io.loopsentinel.targets.config;

import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.text.NearestNames;
import java.util.Collection;
import java.util.List;

/** Formats values for messages. */
final class Wording {

  private static final int MAX_QUOTE_LENGTH = 60;

  private Wording() {}

  /** Returns a text in quotes, shortened, on one line, with invisible characters escaped. */
  static String quoted(String text) {
    String line = text.replaceAll("\\s+", " ");
    String shown = Printable.of(line, MAX_QUOTE_LENGTH);
    shown = line.length() <= MAX_QUOTE_LENGTH ? shown : shown.replaceFirst("\\.{3}$", " ...");
    return '"' + shown + '"';
  }

  static String oneOf(List<String> names) {
    return joined(names, " or ");
  }

  static String allOf(List<String> names) {
    return joined(names, " and ");
  }

  /** Returns {@code ; did you mean "name"?}; empty if no name is similar. */
  static String didYouMean(String written, Collection<String> names) {
    return NearestNames.suggest(written, names).map(Wording::didYouMean).orElse("");
  }

  static String didYouMean(String name) {
    return "; did you mean " + quoted(name) + "?";
  }

  private static String joined(List<String> names, String beforeLast) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + beforeLast + names.get(last);
  }
}
