package io.loopsentinel.engine.detect;

/** How the results of repeated calls compare. */
public enum ResultMatch {
  /** They were not compared: {@code progress: ignore}, or the finding is not about results. */
  NOT_COMPARED("results not compared"),
  /** None was seen, or only one. */
  UNSEEN("results not seen"),
  /** Equal byte for byte. */
  EQUAL("equal results"),
  /** Equal once volatile tokens such as timestamps are removed. */
  EQUAL_NORMALISED("equal but for times and ids"),
  /** The same lines once their order, their numbers and the counts of lines are set aside. */
  NOTHING_NEW("results show nothing new"),
  /** Two results take turns. */
  TOGGLING("two results in turn"),
  /** At least two of them differ. */
  CHANGING("changing results");

  private final String phrase;

  ResultMatch(String phrase) {
    this.phrase = phrase;
  }

  String phrase() {
    return phrase;
  }

  /**
   * Returns what a sentence about repetitions adds about their results.
   *
   * @param equalInARow how many of the latest brought nothing new
   * @param all how many repetitions there are
   */
  String clause(int equalInARow, int all) {
    String latest = equalInARow == 1 ? "the last time" : "the last " + equalInARow + " times";
    String when = equalInARow >= all ? "each time" : latest;
    return switch (this) {
      case EQUAL -> " and gave the same result " + when;
      case EQUAL_NORMALISED -> " and gave the same result " + when + ", apart from times and ids";
      case NOTHING_NEW -> " and showed nothing new " + when;
      case TOGGLING -> " and only toggled between two results " + when;
      case CHANGING -> ", with changing results";
      case UNSEEN, NOT_COMPARED -> "";
    };
  }

  /** Returns the same for a short text: only what tells that something may be gained. */
  String briefClause() {
    return this == CHANGING ? clause(0, 0) : "";
  }

  /** Returns what holds of three results, one of which matches the others in these two ways. */
  ResultMatch or(ResultMatch other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
