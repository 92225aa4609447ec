package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;

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

  private Messages() {}

  /** Words the synthetic result of a call that is not run. */
  public static String hint(LoopReport report) {
    String template = report.policy().message();
    if (template == null) {
      return marked(fact(report) + " " + consequence(report) + " " + NextSteps.of(report));
    }
    String text = Template.fill(template, report);
    return text.contains(MARK) ? text : marked(text);
  }

  /** Words a hint for people, without the arguments and results that the model's own may quote. */
  public static String hintWithoutValues(LoopReport report) {
    String template = report.policy().message();
    if (template == null) {
      String fact = Summary.fact(report.finding(), report.policy().reason());
      return marked(fact + ". " + consequence(report));
    }
    String text = Template.fill(template, report.withoutArguments());
    return text.contains(MARK) ? text : marked(text);
  }

  /** Words the warning that is added to a result, or told to the model before its next turn. */
  public static String warning(LoopReport report) {
    return marked(fact(report) + " " + NextSteps.of(report));
  }

  /**
   * Words the message of a {@link io.loopsentinel.ToolLoopError}, without arguments and results:
   * errors end up in logs.
   */
  static String error(LoopReport report, boolean terminated) {
    Finding finding = report.finding();
    String fact = Summary.fact(finding, report.policy().reason());
    String limit = finding.detector().key() + ", threshold " + Summary.threshold(finding);
    String told =
        terminated
            ? "session %s is ended: %s (%s). Its calls and turns are refused until it is reset."
                .formatted(report.session(), fact, limit)
            : "%s (%s, session %s). This call of %s was aborted."
                .formatted(fact, limit, report.session(), report.tool());
    String message = marked(told + " To allow more, raise " + finding.setting() + ".");
    return Printable.of(message, LONGEST_ERROR);
  }

  private static String fact(LoopReport report) {
    return report.finding().evidence().fact(report.finding(), report);
  }

  private static String marked(String text) {
    return MARK + ": " + text;
  }

  private static String consequence(LoopReport report) {
    boolean stops = report.next() == Action.ABORT || report.next() == Action.TERMINATE;
    String repetition = report.finding().evidence().repetition();
    return "This call was not run."
        + (stops ? " If " + repetition + ", the run is stopped with an error." : "");
  }
}
