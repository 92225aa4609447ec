package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;

/**
 * The sizes of a history.
 *
 * @param window the number of calls in which equal calls of tools without an override are counted
 * @param calls the number of calls of all tools that are kept
 * @param oneWindow whether the window is the end of these calls; no tool has a window of its own
 * @param maxPeriod the length of the longest block of calls to find, 0 for none
 * @param outcomes the number of outcomes of each tool that are kept
 */
public record HistorySizes(int window, int calls, boolean oneWindow, int maxPeriod, int outcomes) {

  public static HistorySizes of(EngineSettings settings, List<Detector> detectors) {
    int window = settings.defaults().limits().windowSize();
    int calls = window;
    int maxPeriod = 0;
    int outcomes = ToolOutcomes.MIN_KEPT;
    for (Detector detector : detectors) {
      DetectorTraits traits = detector.traits();
      calls = Math.max(calls, traits.calls());
      maxPeriod = Math.max(maxPeriod, traits.maxPeriod());
      outcomes = Math.max(outcomes, traits.outcomes());
    }
    boolean noOverrides = settings.overrides().stream().allMatch(each -> each.policy().exempt());
    boolean oneWindow = noOverrides && (window == calls || window <= CallHistory.MAX_SCANNED);
    return new HistorySizes(window, calls, oneWindow, maxPeriod, outcomes);
  }
}
