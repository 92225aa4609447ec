package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.outcome.Outcome;

/**
 * What is compared of two outcomes of one tool, in 26 bits.
 *
 * <p>Of a failure they are of its error; of a result one half is of what {@code stagnation}
 * compares, and one of its text. Where these are the same, and they are but for negative answers,
 * both halves are compared at once.
 *
 * @param bits the key
 */
record OutcomeKey(Kind kind, int bits) {

  /** How many bits there are. */
  static final int BITS = 26;

  private static final int ALL = (1 << BITS) - 1;
  private static final int TEXT = (1 << (BITS / 2)) - 1;
  private static final int ANSWER = ALL & ~TEXT;

  /** What kind of outcome it is; of different kinds no two are equal. */
  enum Kind {
    RESULT(0),
    /** A result that says that there is nothing; what it names is no part of the answer. */
    NEGATIVE_ANSWER(1),
    ACKNOWLEDGEMENT(2),
    FAILURE(3);

    private static final Kind[] BY_CODE = {RESULT, NEGATIVE_ANSWER, ACKNOWLEDGEMENT, FAILURE};

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** Returns the number that stands for it. */
    int code() {
      return code;
    }
  }

  static OutcomeKey of(Outcome outcome) {
    if (outcome.failed()) {
      return new OutcomeKey(Kind.FAILURE, (int) outcome.errorKey() & ALL);
    }
    int answer = (int) outcome.stagnationKey() & ANSWER;
    int text = (int) outcome.normalisedKey() & TEXT;
    return new OutcomeKey(kindOfResult(outcome), answer | text);
  }

  static OutcomeKey of(int[] outcomes, int at) {
    return new OutcomeKey(
        Kind.BY_CODE[OutcomeField.KIND.of(outcomes, at)], OutcomeField.KEY.of(outcomes, at));
  }

  /** Whether both are the same answer, whatever each names. */
  boolean isSameAnswer(OutcomeKey other) {
    return isEqual(other, kind == Kind.NEGATIVE_ANSWER ? ANSWER : ALL);
  }

  /** Whether both are the same text without volatile tokens, or the same error. */
  boolean isSameText(OutcomeKey other) {
    return isEqual(other, kind == Kind.NEGATIVE_ANSWER ? TEXT : ALL);
  }

  private boolean isEqual(OutcomeKey other, int mask) {
    return kind == other.kind && ((bits ^ other.bits) & mask) == 0;
  }

  private static Kind kindOfResult(Outcome outcome) {
    if (outcome.acknowledgement()) {
      return Kind.ACKNOWLEDGEMENT;
    }
    return outcome.stagnationKey() == outcome.normalisedKey() ? Kind.RESULT : Kind.NEGATIVE_ANSWER;
  }
}
