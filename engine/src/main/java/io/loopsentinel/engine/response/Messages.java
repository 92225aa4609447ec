package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import io.loopsentinel.engine.settings.ToolPolicy.Placeholder;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Words the messages about a call, for the model that made it and for the caller.
 *
 * <p>A hint is for the model, so it says in this order: what repeated, what happened to the call,
 * what to do next. Every text to the model starts with {@link #MARK}. Stateless.
 */
public final class Messages {

  /** The mark by which a program recognises a synthetic result. */
  public static final String MARK = "loop-detected";

  /** Maximum length of an error message: a model may invent tool names, and errors are logged. */
  private static final int MAX_ERROR_LENGTH = 2_000;

  /** Maximum length of a text to the model; only a configured text may be longer. */
  private static final int MAX_LENGTH = 699;

  private static final int MIN_QUOTE_LENGTH = 25;

  /** Lengths of each quotation, tried until a text is short enough. */
  private static final int[] QUOTE_LENGTHS = {200, 100, 50, MIN_QUOTE_LENGTH};

  /** Maximum length of each name in a terse text. */
  private static final int MAX_TERSE_NAME_LENGTH = 40;

  /** Canonical JSON of one argument; its name is group 1. */
  private static final Pattern ONE_ARGUMENT =
      Pattern.compile("\\{\"([\\w-]{1,40})\":(\"[^\"]*\"|[^,\\[{]*)}");

  private static final String ANSWER = "answer the user now with the results you already have";

  private static final String ENDED = " The run is ended.";

  private Messages() {}

  /** Words the synthetic result of a call that is not run. */
  public static String hint(LoopReport report) {
    String template = template(report);
    return template == null ? marked(styled(report, false)) : markedOnce(fill(template, report));
  }

  /** Returns the configured text, which is about loops; {@code null} if there is none. */
  private static @Nullable String template(LoopReport report) {
    return report.finding().isOfLoop() ? report.policy().texts().message() : null;
  }

  /** Words the sentence before a result that the model has read before. */
  public static String reused(String tool) {
    return marked(
        "%s was called with these arguments before and not called again; this is the earlier result:"
            .formatted(Printable.name(tool)));
  }

  /** Words the synthetic result of the call that ends the run. */
  public static String lastHint(LoopReport report) {
    String template = template(report);
    return template == null
        ? marked(fact(report, QUOTE_LENGTHS[1]) + " " + notRun(report, QUOTE_LENGTHS[1]) + ENDED)
        : ending(markedOnce(fill(template, report)));
  }

  /** Returns a text to the model that also says that the run is ended. */
  public static String ending(String text) {
    return text + ENDED;
  }

  /** Words the synthetic result of a call between the end of a run and its error. */
  public static String afterEnd() {
    return marked("this call was not run." + ENDED);
  }

  /** Words the result of a call that ended because the run of the agent behind its tool did. */
  public static String innerEnd() {
    return marked("the agent behind this tool was stopped, so the call has no result." + ENDED);
  }

  /** Words the answer of a person that replaces a call's result. */
  public static String ofOperator(String text) {
    return marked("this call was not run. The operator says: " + text);
  }

  /** Words a hint for people, without arguments and results. */
  public static String hintWithoutValues(LoopReport report) {
    String template = template(report);
    return template == null
        ? marked(report.detection().summary() + ". " + consequence(report, Printable.NAME))
        : markedOnce(fill(template, report.withoutArguments()));
  }

  /** Returns a user's own text, with {@link #MARK} added unless it contains it. */
  public static String markedOnce(String text) {
    return text.contains(MARK) ? text : marked(text);
  }

  /** Words the warning that is added to a result or to the next request to the model. */
  public static String warning(LoopReport report) {
    return marked(styled(report, true));
  }

  /** Words a text in the configured style, with quotations as long as there is room for. */
  private static String styled(LoopReport report, boolean warning) {
    if (report.policy().texts().style() == MessageStyle.TERSE) {
      return terse(report, warning);
    }
    String text = "";
    for (int quoted : QUOTE_LENGTHS) {
      text = full(report, warning, quoted);
      if (marked(text).length() <= MAX_LENGTH) {
        break;
      }
    }
    return text;
  }

  private static String terse(LoopReport report, boolean warning) {
    String next = stopsNext(report) ? " Next time the run is stopped." : "";
    String suggest = report.detection().occurrence() == 1 ? null : suggest(report);
    return fact(report, MAX_TERSE_NAME_LENGTH)
        + " "
        + (warning
            ? advice(report).continueIf() + " Else: "
            : notRun(report, MAX_TERSE_NAME_LENGTH) + next + " Instead: ")
        + Objects.requireNonNullElse(suggest, advice(report).brief())
        + ".";
  }

  /**
   * Words the message of a {@link io.loopsentinel.ToolLoopError}, without arguments and results:
   * errors end up in logs.
   */
  static String error(LoopReport report, boolean terminated, @Nullable String hintFailure) {
    Finding finding = report.finding();
    String fact = report.detection().summary();
    String limit =
        finding.isOfLoop()
            ? finding.detector() + ", threshold " + finding.limit()
            : finding.detector();
    boolean isOfRequest = !terminated && report.tool().isEmpty();
    String consequence =
        isOfRequest
            ? "%s (session %s). This request to the model was refused. Further requests that count against the budget are refused, too, until its window ends or it is raised."
                .formatted(fact, report.session())
            : terminated
                ? "session %s is ended: %s (%s). Its calls and turns are refused until it is reset."
                    .formatted(report.session(), fact, limit)
                : "%s (%s, session %s). This call of %s was aborted."
                    .formatted(fact, limit, report.session(), report.tool());
    String hint =
        hintFailure == null ? "" : " No hint was given, because result failed: " + hintFailure;
    String setting = finding.narrowestSetting();
    String change =
        setting.isEmpty()
            ? ""
            : (finding.isOfLoop() ? " To allow more, raise " : " To allow it, change ")
                + setting
                + ".";
    String message = marked(consequence + change + hint);
    return Printable.of(message, MAX_ERROR_LENGTH);
  }

  private static String marked(String text) {
    return MARK + ": " + text;
  }

  private static String full(LoopReport report, boolean warning, int quoted) {
    boolean hasAlternatives =
        report.policy().texts().style() == MessageStyle.ALTERNATIVES && quoted > MIN_QUOTE_LENGTH;
    return fact(report, quoted)
        + (warning ? "" : " " + consequence(report, quoted))
        + " "
        + nextStep(report, warning)
        + (hasAlternatives ? alternatives(report) : "");
  }

  /** Returns further sentences with helpful facts of the session. */
  private static String alternatives(LoopReport report) {
    SessionFacts facts = report.detection().facts();
    StringBuilder text = new StringBuilder();
    if (facts.onlyArguments()) {
      String arguments = Objects.requireNonNullElse(report.shownArguments(), "");
      Matcher single = ONE_ARGUMENT.matcher(arguments);
      text.append(
          single.matches()
              ? " No other value of " + single.group(1) + " was tried."
              : " No other arguments were tried.");
    }
    if (facts.withoutNews() > 0) {
      text.append(
          " None of the last %s calls succeeded with a new answer.".formatted(facts.withoutNews()));
    }
    if (!facts.otherTools().isEmpty()) {
      text.append(" Other tools whose last call succeeded: ")
          .append(String.join(", ", facts.otherTools()))
          .append('.');
    }
    return text.toString();
  }

  private static String fact(LoopReport report, int quoted) {
    return report
        .finding()
        .words()
        .fact()
        .apply(
            new Evidence.DescribedCall(
                report::shownArguments,
                report.dispatched(),
                report.policy().texts().style() != MessageStyle.TERSE,
                quoted));
  }

  private static Evidence.Advice advice(LoopReport report) {
    return report.finding().words().advice();
  }

  private static String consequence(LoopReport report, int quoted) {
    return notRun(report, quoted)
        + (stopsNext(report)
            ? " If " + advice(report).repetition() + ", the run is stopped with an error."
            : "");
  }

  private static String notRun(LoopReport report, int quoted) {
    boolean isNamed = report.finding().cycle().equals(List.of(report.tool()));
    String tool = isNamed ? "" : ": " + Printable.within(report.shownTool(), quoted);
    return "This call was not run" + tool + ".";
  }

  private static boolean stopsNext(LoopReport report) {
    Action next = report.detection().next();
    return next == Action.ABORT || next == Action.TERMINATE;
  }

  private static @Nullable String suggest(LoopReport report) {
    return advice(report).allowsSuggestion() ? report.policy().texts().suggest() : null;
  }

  /**
   * Returns the first advice, or a stronger one if the first was not followed. A warning may
   * interrupt real progress, so it leaves the judgement to the model.
   */
  private static String nextStep(LoopReport report, boolean warning) {
    Evidence.Advice advice = advice(report);
    if (report.detection().occurrence() == 1) {
      return advice.first() + (warning ? " " + advice.continueIf() : "");
    }
    String suggest = suggest(report);
    String alternative = suggest == null ? advice.alternative() : suggest;
    if (alternative == null) {
      return (warning ? advice.continueIf() + " Otherwise stop here: " : "Stop here: ")
          + ANSWER
          + ", say what is left undone, and end your turn.";
    }
    return (warning
            ? advice.continueIf() + " Otherwise do one of these: (1) "
            : "Do exactly one of these instead: (1) ")
        + alternative
        + "; (2) "
        + ANSWER
        + "; (3) say which information is missing and end your turn.";
  }

  /** Fills a template with the values of a report; an absent value becomes empty. */
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
      case REASON -> orEmpty(report.policy().texts().reason());
      case SUGGEST -> orEmpty(report.policy().texts().suggest());
      case SESSION -> report.session();
    };
  }

  private static String orEmpty(@Nullable String text) {
    return Objects.requireNonNullElse(text, "");
  }
}
