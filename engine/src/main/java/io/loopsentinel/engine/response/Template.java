package io.loopsentinel.engine.response;

import io.loopsentinel.engine.settings.Placeholder;
import java.util.Objects;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Fills the message templates of a configuration. Stateless. */
final class Template {

  private Template() {}

  /** Puts the values of a report into a text; an absent value becomes nothing. */
  static String fill(String text, LoopReport report) {
    return Placeholder.PATTERN
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(value(match.group(), match.group(1), report)));
  }

  private static String value(String written, String name, LoopReport report) {
    return Placeholder.named(name).map(placeholder -> value(placeholder, report)).orElse(written);
  }

  private static String value(Placeholder placeholder, LoopReport report) {
    return switch (placeholder) {
      case TOOL -> report.shownTool();
      case COUNT -> String.valueOf(report.finding().count());
      case THRESHOLD -> String.valueOf(report.finding().threshold());
      case ARGS -> Objects.requireNonNullElse(report.shownArguments(), "(not shown)");
      case CYCLE -> report.finding().tools();
      case REASON -> orNothing(report.policy().reason());
      case SUGGEST -> orNothing(report.policy().suggest());
      case SESSION -> report.shownSession();
    };
  }

  private static String orNothing(@Nullable String text) {
    return text == null ? "" : text;
  }
}
