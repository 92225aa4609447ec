package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;

/**
 * How much of a session is kept for the detectors.
 *
 * @param window the number of calls in which equal ones are counted, of tools without an override
 * @param calls the number of calls of all tools that are kept
 * @param oneWindow whether the window is the end of these calls: no tool has a window of its own
 * @param maxPeriod the longest block of calls that is looked for, 0 where none is
 * @param outcomes the number of outcomes of each tool that are kept
 */
public record HistorySizes(int window, int calls, boolean oneWindow, int maxPeriod, int outcomes) {

  /**
   * The most calls whose results are compared to find a cycle. It is enough for a loop of two calls
   * that may be made 500 times; beyond, what has been forgotten counts as unchanged.
   */
  private static final int MOST_COMPARED = 1_024;

  /** Two failures by turns, even five, are rows side by side. */
  private static final int LEAST_OUTCOMES = 5;

  /** Returns the sizes that a configuration asks for. */
  public static HistorySizes of(EngineSettings settings) {
    int window = settings.defaults().windowSize();
    boolean oneWindow = settings.overrides().stream().allMatch(each -> each.policy().exempt());
    DetectorSettings.SimilarCalls similar = settings.detectors().similarCalls();
    int outcomes = Math.max(LEAST_OUTCOMES, similar.enabled() ? similar.compareLast() : 0);
    DetectorSettings.Cycle cycle = settings.detectors().cycle();
    if (!cycle.enabled()) {
      return new HistorySizes(window, window, oneWindow, 0, outcomes);
    }
    long compared = Math.min(cycle.maxPeriod() * copies(settings), MOST_COMPARED);
    int calls = (int) Math.max(window, Math.max(compared, cycle.maxPeriod()));
    return new HistorySizes(window, calls, oneWindow, cycle.maxPeriod(), outcomes);
  }

  /** Returns how many copies of a block may have to be compared. */
  private static long copies(EngineSettings settings) {
    int allowed =
        settings.overrides().stream()
            .map(each -> each.policy())
            .filter(policy -> !policy.exempt())
            .mapToInt(ToolPolicy::threshold)
            .max()
            .orElse(0);
    return Math.max(settings.detectors().cycle().repetitions(), allowed + 1L);
  }
}
