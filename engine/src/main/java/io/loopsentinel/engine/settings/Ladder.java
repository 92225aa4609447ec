package io.loopsentinel.engine.settings;

import java.util.List;

/**
 * The actions for one loop in order, one rung for each further finding of it; the last one stays.
 *
 * @param rungs at least one
 */
public record Ladder(List<Action> rungs) {

  public Ladder {
    if (rungs.isEmpty()) {
      throw new IllegalArgumentException("a ladder has at least one rung");
    }
    rungs = List.copyOf(rungs);
  }

  /** Creates a ladder from its rungs. */
  public static Ladder of(Action... rungs) {
    return new Ladder(List.of(rungs));
  }

  /**
   * Returns the action for a finding.
   *
   * @param occurrence how often this loop has been found, this time included; from 1
   */
  public Action rung(int occurrence) {
    return rungs.get(Math.min(occurrence, rungs.size()) - 1);
  }
}
