package io.loopsentinel.agent.detect;

/** How the results of repeated calls compare. */
public enum ResultMatch {
  /** They were not compared: {@code progress: ignore}. */
  NOT_COMPARED,
  /** None was seen, or only one. */
  UNSEEN,
  /** Equal byte for byte. */
  EQUAL,
  /** Equal once volatile tokens such as timestamps are removed. */
  EQUAL_NORMALISED,
  /** At least two of them differ. */
  CHANGING
}
