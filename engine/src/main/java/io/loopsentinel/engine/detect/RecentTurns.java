package io.loopsentinel.engine.detect;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The latest turns of the model as {@link SimilarTurnsDetector} compares them. Not thread-safe: its
 * session guards it.
 */
public final class RecentTurns {

  private final Deque<WordSet> turns = new ArrayDeque<>(2);
  private TurnSimilarity latest = new TurnSimilarity(null, 0);

  /** Returns how the latest turn compared. */
  public TurnSimilarity latest() {
    return latest;
  }

  /**
   * Adds a turn.
   *
   * @param kept how many are kept
   * @param similar from which similarity on it counts as similar
   * @return how it compares with those kept
   */
  TurnSimilarity add(WordSet turn, int kept, double similar) {
    Double greatest = greatestSimilarity(turn);
    boolean hit = greatest != null && greatest >= similar;
    latest = new TurnSimilarity(greatest, hit ? latest.consecutive() + 1 : 0);
    if (turns.size() == kept) {
      turns.removeFirst();
    }
    turns.addLast(turn);
    return latest;
  }

  private @Nullable Double greatestSimilarity(WordSet turn) {
    Double greatest = null;
    for (WordSet earlier : turns) {
      double similarity = turn.similarity(earlier);
      greatest = greatest == null ? similarity : Math.max(greatest, similarity);
    }
    return greatest;
  }
}
