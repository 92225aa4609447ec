package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.List;

/** Creates the detectors of a configuration. */
public final class Detectors {

  private Detectors() {}

  /** Returns the detectors that are switched on, in the order in which they are asked. */
  public static List<Detector> of(EngineSettings settings, ToolRules rules) {
    DetectorSettings of = settings.detectors();
    List<Detector> detectors = new ArrayList<>();
    addIf(of.repeat().enabled(), new RepeatDetector(of.repeat()), detectors);
    addIf(of.cycle().enabled(), new CycleDetector(of.cycle(), rules), detectors);
    addIf(of.error().enabled(), new ErrorDetector(of.error()), detectors);
    addIf(of.stagnation().enabled(), new StagnationDetector(of.stagnation(), rules), detectors);
    addIf(
        of.similarCalls().enabled(), new SimilarCallsDetector(of.similarCalls(), rules), detectors);
    addIf(of.similarTurns().enabled(), new SimilarTurnsDetector(of.similarTurns()), detectors);
    detectors.addAll(BudgetDetector.of(settings.budget()));
    return List.copyOf(detectors);
  }

  private static void addIf(boolean enabled, Detector detector, List<Detector> detectors) {
    if (enabled) {
      detectors.add(detector);
    }
  }
}
