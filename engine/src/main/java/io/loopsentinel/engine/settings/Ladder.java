package io.loopsentinel.engine.settings;

import java.util.List;

/**
 * The actions for one loop in order, one rung for each further finding of it; the last one stays.
 *
 * @param rungs at least one
 */
public record Ladder(List<Action> rungs) {

  /** The default of detectors that stop a call which would be the same again. */
  public static final Ladder STOP_AT_ONCE = of(Action.HINT, Action.HINT, Action.ABORT);

  /**
   * The default of detectors that judge outcomes. The next attempt may well differ and succeed, so
   * it is not stopped at once.
   */
  public static final Ladder WARN_FIRST = of(Action.WARN, Action.HINT, Action.ABORT);

  /** The default where a warning is all that can be justified. */
  public static final Ladder WARN_ONLY = of(Action.WARN);

  public Ladder {
    if (rungs.isEmpty()) {
      throw new IllegalArgumentException("a ladder has at least one rung");
    }
    rungs = List.copyOf(rungs);
  }

  public static Ladder of(Action... rungs) {
    return new Ladder(List.of(rungs));
  }

  /** Returns this ladder for a tool whose results are not reused. */
  public Ladder withoutReuse() {
    if (!rungs.contains(Action.REUSE)) {
      return this;
    }
    List<Action> others = rungs.stream().filter(rung -> rung != Action.REUSE).toList();
    return others.isEmpty() ? WARN_ONLY : new Ladder(others);
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
