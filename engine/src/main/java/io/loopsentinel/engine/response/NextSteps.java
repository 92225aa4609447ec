package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Evidence;
import org.jspecify.annotations.Nullable;

/** Tells the model what to do in the place of going on. Stateless. */
final class NextSteps {

  private static final String ANSWER = "answer the user now with the results you already have";

  private NextSteps() {}

  /** Returns a first advice, or a stronger one where that was not taken. */
  static String of(LoopReport report) {
    return report.occurrence() == 1 ? report.finding().evidence().advice() : stronger(report);
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
    Evidence evidence = report.finding().evidence();
    String suggest = report.policy().suggest();
    return suggest != null && evidence.takesSuggestion()
        ? suggest
        : evidence.alternative(report.shownTool());
  }
}
