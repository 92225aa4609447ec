package io.loopsentinel.engine.detect;

/**
 * What is kept of the outcome of a call, in five numbers of an array.
 *
 * <p>20 bytes, and together with the 20 of its record in {@link CallHistory} the 40 that a call may
 * take; as objects with a field for each it would be five times as much. The first two numbers are
 * the bits of its {@link io.loopsentinel.engine.outcome.ArgumentSketch}, the others are divided as
 * follows. So few bits of hashes are enough, for they are compared only within the few outcomes of
 * one tool, and only several equal ones in a row are a finding.
 *
 * <p>A record, since the compiler of the JVM takes the components of a constant record for
 * constants, and those of a constant enum not.
 *
 * @param number which of the five numbers holds it
 * @param shift its lowest bit
 * @param greatest the greatest value that there is room for
 */
record OutcomeField(int number, int shift, int greatest) {

  /** The outcome; see {@link OutcomeKey}. */
  static final OutcomeField KEY = of(2, 0, OutcomeKey.BITS);

  /** The number of words in the sketch. */
  static final OutcomeField WORDS = of(2, 26, 6);

  /** Which tool it is of. Two tools of a session share it once in 262,144 sessions. */
  static final OutcomeField TOOL = of(3, 0, 18);

  /** Which response of the model asked for the call, 0 where that is not known. */
  static final OutcomeField RESPONSE = of(3, 18, 6);

  /** Which call it was, to tell whether all calls of a row were the same. */
  static final OutcomeField CALL = of(3, 24, 6);

  /** The code of what kind of outcome it is; see {@link OutcomeKey}. */
  static final OutcomeField KIND = of(3, 30, 2);

  /** Which place it has in a row of equal ones since the last finding. */
  static final OutcomeField COUNT = of(4, 0, 10);

  /** The same since the row began. */
  static final OutcomeField TOTAL = of(4, 10, 10);

  /** Which place it has in a row of similar calls. */
  static final OutcomeField SIMILAR = of(4, 20, 10);

  /** 1 where all calls of the row were the same. */
  static final OutcomeField ONE_CALL = of(4, 30, 1);

  /** 1 where later calls are not compared with this one: a finding has told of it. */
  static final OutcomeField DONE_WITH = of(4, 31, 1);

  private static OutcomeField of(int number, int shift, int bits) {
    return new OutcomeField(number, shift, (1 << bits) - 1);
  }

  /** Returns the value of the outcome that begins at a place. */
  int of(int[] outcomes, int at) {
    return outcomes[at + number] >>> shift & greatest;
  }

  /** Returns as many of the bits of a hash as there is room for. */
  int cut(int hash) {
    return hash & greatest;
  }

  /** Replaces it, by the greatest value that there is room for if this one is too great. */
  void set(int[] outcomes, int at, int value) {
    int others = outcomes[at + number] & ~(greatest << shift);
    outcomes[at + number] = others | Math.min(value, greatest) << shift;
  }
}
