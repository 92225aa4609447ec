package io.loopsentinel.engine.session;

import io.loopsentinel.engine.lists.Lists;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolOverride;
import io.loopsentinel.engine.settings.ToolPolicy;

/**
 * How long the histories of a session are.
 *
 * @param windowSize the window of the tools without an override
 * @param sequenceCapacity how many calls of all tools are remembered
 * @param isOne whether the window is the end of the sequence: no tool has a window of its own
 * @param maxPeriod the longest block of calls that is looked for, 0 where none is
 */
record HistoryLayout(int windowSize, int sequenceCapacity, boolean isOne, int maxPeriod) {

  /**
   * The most calls whose results are compared to find a cycle. It is enough for a loop of two calls
   * that may be made 500 times; beyond, what has been forgotten counts as unchanged.
   */
  private static final int MOST_COMPARED = 1_024;

  /** Returns how many of the latest calls of the sequence a call may be found to repeat. */
  int lookBack() {
    return Math.max(windowSize, maxPeriod);
  }

  /** Returns the layout that a configuration asks for. */
  static HistoryLayout of(EngineSettings config) {
    int windowSize = config.defaults().windowSize();
    boolean isOne = !Lists.any(config.overrides(), each -> !each.policy().exempt());
    DetectorSettings.Cycle cycle = config.detectors().cycle();
    if (!cycle.enabled()) {
      return new HistoryLayout(windowSize, windowSize, isOne, 0);
    }
    long compared = Math.min((long) cycle.maxPeriod() * copies(config), MOST_COMPARED);
    int capacity = (int) Math.max(windowSize, Math.max(compared, cycle.maxPeriod()));
    return new HistoryLayout(windowSize, capacity, isOne, cycle.maxPeriod());
  }

  private static long copies(EngineSettings config) {
    int allowed = 0;
    for (ToolOverride override : config.overrides()) {
      ToolPolicy policy = override.policy();
      allowed = policy.exempt() ? allowed : Math.max(allowed, policy.threshold());
    }
    return Math.max(config.detectors().cycle().repetitions(), allowed + 1L);
  }
}
