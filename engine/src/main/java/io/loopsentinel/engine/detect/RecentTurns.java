package io.loopsentinel.engine.detect;

import java.util.ArrayDeque;
import java.util.Deque;

/** The latest turns of the model, bounded in number. Not thread-safe: its session guards it. */
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
   * @param kept the maximum number kept
   * @param similar the least similarity to an earlier turn that counts as similar
   * @return how it compares with those kept
   */
  TurnSimilarity add(WordSet turn, int kept, double similar) {
    Double greatest = turns.stream().map(turn::similarity).max(Double::compare).orElse(null);
    boolean hit = greatest != null && greatest >= similar;
    latest = new TurnSimilarity(greatest, hit ? latest.consecutive() + 1 : 0);
    if (turns.size() == kept) {
      turns.removeFirst();
    }
    turns.addLast(turn);
    return latest;
  }
}
