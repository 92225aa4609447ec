package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What is compared of the results of equal calls.
 *
 * @param raw hash of the whole text
 * @param normalised hash of the text without volatile tokens
 * @param settled hash of what the text shows
 * @param acknowledgement whether it says no more than "done"
 */
public record CallResult(long raw, long normalised, long settled, boolean acknowledgement) {

  /** Returns what is compared of an outcome. */
  public static CallResult of(Outcome outcome) {
    return new CallResult(
        outcome.rawKey(), outcome.normalisedKey(), outcome.settledKey(), outcome.acknowledgement());
  }

  /** Compares two results of the same call; one that was not seen counts as the same. */
  static ResultMatch compare(@Nullable CallResult a, @Nullable CallResult b) {
    if (a == null || b == null) {
      return ResultMatch.UNSEEN;
    }
    if (a.settled != b.settled) {
      return ResultMatch.CHANGING;
    }
    if (a.normalised != b.normalised) {
      return ResultMatch.NOTHING_NEW;
    }
    return a.raw == b.raw ? ResultMatch.EQUAL : ResultMatch.EQUAL_NORMALISED;
  }
}
