package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Identity;
import java.util.function.IntPredicate;

/** Tells whether calls of a session brought something that it had not seen. */
public final class News {

  /** A repeated call further back than this is not what one waits for. */
  private static final int LOOKED_AT = 64;

  private static final int NOWHERE = 0;

  private News() {}

  /**
   * Whether one of the latest calls was not made before, or brought another result than the last
   * time.
   *
   * @param latestCalls how many calls to look at, as many as the history holds at most
   * @param sequence the session's calls; one that has left it counts as not made before
   */
  public static boolean isIn(int latestCalls, CallHistory sequence) {
    int calls = sequence.size();
    for (int distance = 1; distance <= Math.min(latestCalls, calls); distance++) {
      int last = sameBefore(distance, calls, sequence, earlier -> true);
      if (last == NOWHERE || isChanged(last, distance, sequence)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether some other call was repeated and its two latest results differ. It tells waiting from a
   * loop: as long as that one brings something new, a call that is only ever acknowledged ({@code
   * sleep}, {@code put}) serves it.
   *
   * @param waiting the call that is not looked at itself
   * @param sequence the session's calls
   */
  static boolean isBeside(Identity waiting, CallHistory sequence) {
    int calls = Math.min(sequence.size(), LOOKED_AT);
    IntPredicate isSeen = distance -> sequence.resultAgo(distance) != ResultHash.UNSEEN;
    for (int distance = 1; distance < calls; distance++) {
      if (isSeen.test(distance) && !sequence.isAgo(distance, waiting)) {
        int last = sameBefore(distance, calls, sequence, isSeen);
        if (last != NOWHERE
            && isChanged(last, distance, sequence)
            && isLatestOfItsKind(distance, sequence, isSeen)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isLatestOfItsKind(
      int distance, CallHistory sequence, IntPredicate isSeen) {
    for (int later = distance - 1; later >= 1; later--) {
      if (isSeen.test(later) && sequence.areSame(later, distance)) {
        return false;
      }
    }
    return true;
  }

  /** Returns how far back the same call stands before one, of those that are looked at. */
  private static int sameBefore(
      int distance, int calls, CallHistory sequence, IntPredicate isLookedAt) {
    for (int earlier = distance + 1; earlier <= calls; earlier++) {
      if (isLookedAt.test(earlier) && sequence.areSame(earlier, distance)) {
        return earlier;
      }
    }
    return NOWHERE;
  }

  private static boolean isChanged(int earlier, int distance, CallHistory sequence) {
    return ResultHash.compare(sequence.resultAgo(earlier), sequence.resultAgo(distance))
        == ResultMatch.CHANGING;
  }
}
