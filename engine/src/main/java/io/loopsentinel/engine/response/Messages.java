package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Evidence;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.ToolPolicy.Placeholder;
import io.loopsentinel.engine.text.Printable;
import java.util.Objects;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Words what happened to a call, for the model that made it and for the caller.
 *
 * <p>A hint is read by the model, so it says in this order: what repeated, what became of the call,
 * what to do next. Every text to the model begins with {@link #MARK}. Stateless.
 */
public final class Messages {

  /** What a program can look for in a synthetic result. */
  public static final String MARK = "loop-detected";

  /** Characters of an error's message: a model makes tool names up, and errors end up in logs. */
  private static final int LONGEST_ERROR = 2_000;

  private static final String ANSWER = "answer the user now with the results you already have";

  private Messages() {}

  /** Words the synthetic result of a call that is not run. */
  public static String hint(LoopReport report) {
    return hint(report, fact(report) + " " + consequence(report) + " " + nextStep(report));
  }

  /** Words a hint for people, without the arguments and results that the model's own may quote. */
  public static String hintWithoutValues(LoopReport report) {
    String text = report.detection().summary() + ". " + consequence(report);
    return hint(report.withoutArguments(), text);
  }

  private static String hint(LoopReport report, String otherwise) {
    String template = report.policy().message();
    String text = template == null ? otherwise : fill(template, report);
    return template != null && text.contains(MARK) ? text : marked(text);
  }

  /** Words the warning that is added to a result, or told to the model before its next turn. */
  public static String warning(LoopReport report) {
    return marked(fact(report) + " " + nextStep(report));
  }

  /**
   * Words the message of a {@link io.loopsentinel.ToolLoopError}, without arguments and results:
   * errors end up in logs.
   */
  static String error(LoopReport report, boolean terminated) {
    Finding finding = report.finding();
    String fact = report.detection().summary();
    String limit = finding.detector() + ", threshold " + finding.limit();
    String told =
        terminated
            ? "session %s is ended: %s (%s). Its calls and turns are refused until it is reset."
                .formatted(report.session(), fact, limit)
            : "%s (%s, session %s). This call of %s was aborted."
                .formatted(fact, limit, report.session(), report.tool());
    String message = marked(told + " To allow more, raise " + finding.setting() + ".");
    return Printable.of(message, LONGEST_ERROR);
  }

  private static String marked(String text) {
    return MARK + ": " + text;
  }

  private static String fact(LoopReport report) {
    return report.finding().words().fact().apply(report);
  }

  private static Evidence.Advice advice(LoopReport report) {
    return report.finding().words().advice();
  }

  private static String consequence(LoopReport report) {
    Action next = report.detection().next();
    boolean stops = next == Action.ABORT || next == Action.TERMINATE;
    String repetition = advice(report).repetition();
    return "This call was not run."
        + (stops ? " If " + repetition + ", the run is stopped with an error." : "");
  }

  /** Returns a first advice, or a stronger one where that was not taken. */
  private static String nextStep(LoopReport report) {
    Evidence.Advice advice = advice(report);
    if (report.detection().occurrence() == 1) {
      return advice.first();
    }
    String suggest = advice.takesSuggestion() ? report.policy().suggest() : null;
    String alternative = suggest == null ? advice.alternative() : suggest;
    return alternative == null
        ? "Stop here: " + ANSWER + ", say what is left undone, and end your turn."
        : "Do exactly one of these instead: (1) "
            + alternative
            + "; (2) "
            + ANSWER
            + "; (3) say which information is missing and end your turn.";
  }

  /** Puts the values of a report into a template; an absent value becomes nothing. */
  private static String fill(String template, LoopReport report) {
    return Placeholder.PATTERN
        .matcher(template)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    Placeholder.named(match.group(1))
                        .map(placeholder -> value(placeholder, report))
                        .orElse(match.group())));
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
      case SESSION -> report.session();
    };
  }

  private static String orNothing(@Nullable String text) {
    return Objects.requireNonNullElse(text, "");
  }
}
