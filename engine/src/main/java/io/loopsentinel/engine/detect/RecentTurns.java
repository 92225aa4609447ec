package io.loopsentinel.engine.detect;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The latest turns of the model, bounded in number. Not thread-safe: its session guards it. */
public final class RecentTurns {

  private final Deque<WordSet> turns = new ArrayDeque<>(2);
  private Similarity latest = new Similarity(null, 0);

  /**
   * How a turn of the model compares with those before.
   *
   * @param greatest the greatest similarity to one of them, 0 to 1; {@code null} where there was
   *     none
   * @param consecutive how many turns in a row were similar to one before
   */
  public record Similarity(@Nullable Double greatest, int consecutive) {}

  /** Returns how the latest turn compared. */
  public Similarity latest() {
    return latest;
  }

  /**
   * Adds a turn.
   *
   * @param kept the maximum number kept
   * @param similar the least similarity to an earlier turn that counts as similar
   * @return how it compares with those kept
   */
  Similarity add(WordSet turn, int kept, double similar) {
    Double greatest = turns.stream().map(turn::similarity).max(Double::compare).orElse(null);
    boolean hit = greatest != null && greatest >= similar;
    latest = new Similarity(greatest, hit ? latest.consecutive() + 1 : 0);
    if (turns.size() == kept) {
      turns.removeFirst();
    }
    turns.addLast(turn);
    return latest;
  }
}
