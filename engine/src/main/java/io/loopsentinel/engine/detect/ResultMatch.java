package io.loopsentinel.engine.detect;

/** How the results of repeated calls compare. */
public enum ResultMatch {
  /** They were not compared: {@code progress: ignore}, or the finding is not about results. */
  NOT_COMPARED,
  /** None was seen, or only one. */
  UNSEEN,
  /** Equal byte for byte. */
  EQUAL,
  /** Equal once volatile tokens such as timestamps are removed. */
  EQUAL_NORMALISED,
  /** The same lines once their order, their numbers and the counts of lines are set aside. */
  NOTHING_NEW,
  /** At least two of them differ. */
  CHANGING;

  /** Returns a phrase that says how they compare. */
  String phrase() {
    return switch (this) {
      case NOT_COMPARED -> "results not compared";
      case UNSEEN -> "results not seen";
      case EQUAL -> "equal results";
      case EQUAL_NORMALISED -> "equal but for times and ids";
      case NOTHING_NEW -> "results show nothing new";
      case CHANGING -> "changing results";
    };
  }

  /** Returns what holds of three results, one of which matches the others in these two ways. */
  ResultMatch or(ResultMatch other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
