package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.outcome.ArgumentSketch;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The latest calls of a tool as {@link SimilarCallsDetector} compares them. Not thread-safe: its
 * session guards it.
 */
public final class RecentCalls {

  private final Deque<Entry> entries = new ArrayDeque<>(2);
  private int hits;

  private record Entry(ArgumentSketch sketch, long outcome, int response) {}

  /**
   * Returns how alike the most alike one is among the calls of other responses with an equal
   * outcome; below 0 where there is none.
   */
  double greatestSimilarity(ArgumentSketch sketch, long outcome, int response) {
    double greatest = -1;
    for (Entry entry : entries) {
      boolean isOther = response == Responses.UNKNOWN || entry.response() != response;
      if (isOther && entry.outcome() == outcome) {
        greatest = Math.max(greatest, entry.sketch().similarity(sketch));
      }
    }
    return greatest;
  }

  /**
   * Adds a call.
   *
   * @param compared how many are kept
   * @param hit whether it was alike to one before
   * @return how many in a row were, by now
   */
  int add(ArgumentSketch sketch, long outcome, int response, int compared, boolean hit) {
    if (entries.size() == compared) {
      entries.removeFirst();
    }
    entries.addLast(new Entry(sketch, outcome, response));
    hits = hit ? hits + 1 : 0;
    return hits;
  }

  void clear() {
    entries.clear();
    hits = 0;
  }
}
