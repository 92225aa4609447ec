package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;

/**
 * What is compared of two outcomes of one tool, in one number: 26 bits of hashes, and 2 that tell
 * of which kind the outcome is. Of different kinds no two are equal.
 *
 * <p>Of a failure the hashes are of its error; of a result one half is of what {@code stagnation}
 * compares, and one of its text. Where these are the same, and they are but for negative answers,
 * both halves are compared at once.
 */
final class OutcomeKey {

  /** How many bits of hashes there are. */
  static final int BITS = 26;

  private static final int HASHES = (1 << BITS) - 1;
  private static final int TEXT = (1 << (BITS / 2)) - 1;
  private static final int ANSWER = HASHES & ~TEXT;
  private static final int KIND = 3 << BITS;

  private static final int RESULT = 0;

  /** A result that says that there is nothing; what it names is no part of the answer. */
  private static final int NEGATIVE_ANSWER = 1 << BITS;

  private static final int ACKNOWLEDGEMENT = 2 << BITS;
  private static final int FAILURE = 3 << BITS;

  private OutcomeKey() {}

  static int of(Outcome outcome) {
    if (outcome.failed()) {
      return FAILURE | ((int) outcome.errorKey() & HASHES);
    }
    int answer = (int) outcome.stagnationKey() & ANSWER;
    int text = (int) outcome.normalisedKey() & TEXT;
    return kindOfResult(outcome) | answer | text;
  }

  /** Returns the key of the outcome that begins at a place. */
  static int of(int[] outcomes, int at) {
    return OutcomeField.KIND.of(outcomes, at) << BITS | OutcomeField.KEY.of(outcomes, at);
  }

  /** Writes a key into the outcome that begins at a place. */
  static void set(int[] outcomes, int at, int key) {
    OutcomeField.KEY.set(outcomes, at, key & HASHES);
    OutcomeField.KIND.set(outcomes, at, key >>> BITS);
  }

  static boolean isFailure(int key) {
    return (key & KIND) == FAILURE;
  }

  /** Whether both are the same answer, whatever each names. */
  static boolean isSameAnswer(int key, int other) {
    return isEqual(key, other, ANSWER);
  }

  /** Whether both are the same text without volatile tokens, or the same error. */
  static boolean isSameText(int key, int other) {
    return isEqual(key, other, TEXT);
  }

  private static boolean isEqual(int key, int other, int ofNegativeAnswers) {
    boolean negative = (key & KIND) == NEGATIVE_ANSWER;
    return ((key ^ other) & (negative ? KIND | ofNegativeAnswers : KIND | HASHES)) == 0;
  }

  private static int kindOfResult(Outcome outcome) {
    if (outcome.acknowledgement()) {
      return ACKNOWLEDGEMENT;
    }
    return outcome.stagnationKey() == outcome.normalisedKey() ? RESULT : NEGATIVE_ANSWER;
  }
}
