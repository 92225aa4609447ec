package io.loopsentinel.engine.detect;

/**
 * The trailing run of equal results among the calls of one fingerprint.
 *
 * @param length how many of the latest calls brought the same result
 * @param match how these results compare
 * @param acknowledgements how many of the latest calls, without a break, said no more than "done"
 */
record Repetition(int length, ResultMatch match, int acknowledgements) {

  /** Counts a run from the latest result backwards. */
  static final class Counter {

    private long reference = ResultHash.UNSEEN;
    private ResultMatch match = ResultMatch.UNSEEN;
    private boolean acknowledgedOnly = true;
    private int acknowledgements;
    private int length;

    /**
     * Adds the result before.
     *
     * @return false where it ends the run
     */
    boolean add(long result) {
      ResultMatch next = ResultHash.compare(reference, result);
      if (next == ResultMatch.CHANGING) {
        return false;
      }
      match = match.or(next);
      if (reference == ResultHash.UNSEEN) {
        reference = result;
      }
      length++;
      acknowledgedOnly &= ResultHash.isAcknowledgement(result);
      if (acknowledgedOnly) {
        acknowledgements++;
      }
      return true;
    }

    Repetition result() {
      return new Repetition(length, match, acknowledgements);
    }
  }
}
