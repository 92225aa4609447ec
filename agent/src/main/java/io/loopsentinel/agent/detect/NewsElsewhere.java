package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Fingerprint;

/**
 * Tells waiting from a loop: while another repeated call of the session keeps bringing something
 * new, a call that is only ever acknowledged ({@code sleep}, {@code put}) serves that one.
 */
final class NewsElsewhere {

  /** A repeated call further back than this is not what one waits for. */
  private static final int LOOKED_AT = 64;

  private NewsElsewhere() {}

  /**
   * Whether some other call was repeated and its two latest results differ.
   *
   * @param sequence the session's calls
   * @param waiting the call that is not looked at itself
   */
  static boolean isSeen(CallHistory sequence, Fingerprint waiting) {
    int calls = Math.min(sequence.size(), LOOKED_AT);
    for (int distance = 1; distance < calls; distance++) {
      if (isSeen(distance, sequence)
          && !sequence.isAgo(distance, waiting)
          && isLatestOfItsKind(distance, sequence)
          && differsFromItsLast(distance, calls, sequence)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLatestOfItsKind(int distance, CallHistory sequence) {
    for (int later = distance - 1; later >= 1; later--) {
      if (isSeen(later, sequence) && sequence.areSame(later, distance)) {
        return false;
      }
    }
    return true;
  }

  private static boolean differsFromItsLast(int distance, int calls, CallHistory sequence) {
    for (int earlier = distance + 1; earlier <= calls; earlier++) {
      if (isSeen(earlier, sequence) && sequence.areSame(earlier, distance)) {
        return ResultHash.compare(sequence.resultAgo(earlier), sequence.resultAgo(distance))
            == ResultMatch.CHANGING;
      }
    }
    return false;
  }

  private static boolean isSeen(int distance, CallHistory sequence) {
    return sequence.resultAgo(distance) != ResultHash.UNSEEN;
  }
}
