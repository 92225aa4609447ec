package io.loopsentinel.agent.detect;

/**
 * Tells whether calls brought something that the session had not seen: a call not made before, or
 * one whose result is another than the last time.
 */
public final class News {

  private News() {}

  /**
   * Whether one of the latest calls brought news.
   *
   * @param latestCalls how many calls to look at, as many as the history holds at most
   * @param sequence the session's calls; one that has left it counts as not made before
   */
  public static boolean isIn(int latestCalls, CallHistory sequence) {
    for (int distance = 1; distance <= Math.min(latestCalls, sequence.size()); distance++) {
      if (isNew(distance, sequence)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNew(int distance, CallHistory sequence) {
    for (int earlier = distance + 1; earlier <= sequence.size(); earlier++) {
      if (sequence.areSame(earlier, distance)) {
        return ResultHash.compare(sequence.resultAgo(earlier), sequence.resultAgo(distance))
            == ResultMatch.CHANGING;
      }
    }
    return true;
  }
}
