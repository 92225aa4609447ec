package io.loopsentinel.engine.response;

import org.jspecify.annotations.Nullable;

/** Tells the model what to do in the place of going on. Stateless. */
final class NextSteps {

  private static final String ANSWER = "answer the user now with the results you already have";

  private NextSteps() {}

  /** Returns a first advice, or a stronger one where that was not taken. */
  static String of(LoopReport report) {
    return report.occurrence() == 1 ? first(report) : stronger(report);
  }

  private static String first(LoopReport report) {
    return switch (report.finding().detector()) {
      case REPEAT ->
          "Do not repeat it: use the results you already have, change the arguments, "
              + "use another tool, or answer with what you know.";
      case CYCLE ->
          "Do not go round once more: use the results you already have, take a step that you have "
              + "not taken yet, or answer with what you know.";
      case ERROR ->
          "Trying again in the same way will fail again. Find out what causes the error and change "
              + "that first, use another tool, or say what is missing and end your turn.";
      case STAGNATION ->
          (Facts.isOfOneCall(report.finding().evidence())
                  ? "Asking once more"
                  : "Other arguments of this kind")
              + " will not bring anything else: work with the result you "
              + "have, look somewhere else with another tool, or answer with what you know.";
      case SIMILAR_CALLS ->
          "Asking for it again, in these or in other words, will not change the result: use the one "
              + "you have, try something of another kind, or answer with what you know.";
      case SIMILAR_TURNS ->
          "Do not say it again: take a step that you have not taken yet, answer with what you "
              + "know, or say what you need to go on.";
      case BUDGET -> "Make no further calls: " + ANSWER + ", and say what is left undone.";
    };
  }

  private static String stronger(LoopReport report) {
    String alternative = alternative(report);
    return alternative == null
        ? "Stop here: " + ANSWER + ", say what is left undone, and end your turn."
        : "Do exactly one of these instead: (1) "
            + alternative
            + "; (2) "
            + ANSWER
            + "; (3) say which information is missing and end your turn.";
  }

  private static @Nullable String alternative(LoopReport report) {
    String suggest = report.policy().suggest();
    return switch (report.finding().detector()) {
      case BUDGET -> null;
      case SIMILAR_TURNS -> "take a step that you have not taken yet";
      case REPEAT ->
          or(suggest, "call " + report.tool() + " with different arguments, or another tool");
      case CYCLE -> or(suggest, "call a tool that is not part of this round");
      case ERROR ->
          or(suggest, "use another tool than " + report.tool() + " to find out why it fails");
      case STAGNATION, SIMILAR_CALLS -> or(suggest, "use another tool than " + report.tool());
    };
  }

  private static String or(@Nullable String suggest, String otherwise) {
    return suggest == null ? otherwise : suggest;
  }
}
