package io.loopsentinel.engine.finding;

/** How the results of repeated calls compare. */
public enum ResultMatch {
  /** They were not compared: {@code progress: ignore}, or the finding is not about results. */
  NOT_COMPARED("results not compared"),
  /** At most one result was seen. */
  UNSEEN("results not seen"),
  /** Equal byte for byte. */
  EQUAL("equal results"),
  /** Equal after volatile tokens such as timestamps are removed. */
  EQUAL_NORMALISED("equal but for times and ids"),
  /** The same lines, regardless of their order, line numbers and line counts. */
  NOTHING_NEW("results show nothing new"),
  /** Acknowledgements that differ only in the number of what was made. */
  ACKNOWLEDGED("acknowledged each time"),
  /** Two results alternate. */
  TOGGLING("two results in turn"),
  /** At least two of them differ. */
  CHANGING("changing results");

  private final String phrase;

  ResultMatch(String phrase) {
    this.phrase = phrase;
  }

  public String phrase() {
    return phrase;
  }

  /**
   * Returns the clause that a sentence about repetitions adds about their results.
   *
   * @param equalStreak number of latest calls that brought nothing new
   */
  public String clause(int equalStreak, int all) {
    String latest = equalStreak == 1 ? "the last time" : "the last " + equalStreak + " times";
    String when = equalStreak >= all ? "each time" : latest;
    return switch (this) {
      case EQUAL -> " and gave the same result " + when;
      case EQUAL_NORMALISED -> " and gave the same result " + when + ", apart from times and ids";
      case NOTHING_NEW -> " and showed nothing new " + when;
      case ACKNOWLEDGED -> ", and each time it was done again";
      case TOGGLING -> " and only toggled between two results " + when;
      case CHANGING -> ", with changing results";
      case UNSEEN, NOT_COMPARED -> "";
    };
  }

  /** Returns the clause for a short text: empty unless the results change. */
  public String briefClause() {
    return this == CHANGING ? clause(0, 0) : "";
  }

  /** Returns the weaker of two matches, which holds for all three results compared. */
  public ResultMatch or(ResultMatch other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
