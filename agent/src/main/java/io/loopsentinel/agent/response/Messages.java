package io.loopsentinel.agent.response;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.detect.ResultMatch;

/**
 * Words what happened to a call, for the model that made it and for the caller.
 *
 * <p>A hint is read by the model, so it says in this order: what repeated, what became of the call,
 * what to do next. Every text to the model begins with {@link #MARK}. Stateless.
 */
public final class Messages {

  /** What a program can look for in a synthetic result. */
  public static final String MARK = "loop-detected";

  private Messages() {}

  /** Words the synthetic result of a call that is not run. */
  public static String hint(LoopReport report) {
    String template = report.policy().message();
    if (template == null) {
      return marked(String.join(" ", fact(report), consequence(report), nextStep(report)));
    }
    String text = Template.fill(template, report);
    return text.contains(MARK) ? text : marked(text);
  }

  /** Words the warning that is added to the result of a call that runs. */
  public static String warning(LoopReport report) {
    return marked(fact(report) + " " + nextStep(report));
  }

  /**
   * Words the message of a {@link io.loopsentinel.ToolLoopError}, without the arguments: errors end
   * up in logs.
   */
  static String error(LoopReport report, boolean terminated) {
    return marked(
        ("%s was called again after %d matching calls (%s, threshold %d, session %s). %s "
                + "To allow more, raise %s for %s.")
            .formatted(
                report.tool(),
                report.finding().count(),
                report.finding().detector().key(),
                report.finding().threshold(),
                report.session(),
                terminated
                    ? "The session is ended; further calls are refused until it is reset."
                    : "The call was aborted.",
                report.finding().setting(),
                report.tool()));
  }

  private static String marked(String text) {
    return MARK + ": " + text;
  }

  private static String fact(LoopReport report) {
    return "%s has already run %d times with the arguments %s%s."
        .formatted(
            report.tool(),
            report.finding().count(),
            report.arguments(),
            comparison(report.finding().results()));
  }

  private static String comparison(ResultMatch results) {
    return switch (results) {
      case EQUAL -> " and gave the same result each time";
      case EQUAL_NORMALISED -> " and gave the same result each time, apart from times and ids";
      case CHANGING -> ", each time with another result";
      case UNSEEN, NOT_COMPARED -> "";
    };
  }

  private static String consequence(LoopReport report) {
    String notRun = "This call was not run.";
    return report.next() == Action.ABORT || report.next() == Action.TERMINATE
        ? notRun + " If it is made once more, the run is stopped with an error."
        : notRun;
  }

  private static String nextStep(LoopReport report) {
    if (report.occurrence() == 1) {
      return "Do not repeat it: use the results you already have, change the arguments, "
          + "use another tool, or answer with what you know.";
    }
    String suggest = report.policy().suggest();
    return ("Do exactly one of these instead: (1) %s; (2) answer the user now with the results you "
            + "already have; (3) say which information is missing and end your turn.")
        .formatted(
            suggest == null
                ? "call " + report.tool() + " with different arguments, or another tool"
                : suggest);
  }
}
