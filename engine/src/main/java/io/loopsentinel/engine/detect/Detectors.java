package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The list of all detectors. */
public final class Detectors {

  private static final List<String> NAMES =
      List.of(
          RepeatDetector.NAME,
          CycleDetector.NAME,
          ErrorDetector.NAME,
          StagnationDetector.NAME,
          SimilarCallsDetector.NAME,
          WaitingDetector.NAME,
          SimilarTurnsDetector.NAME,
          MaxCallsDetector.NAME,
          BudgetDetector.NAME,
          "before",
          "effect");

  /** The order of detector names for reports: the order in which the detectors are asked. */
  public static final Comparator<String> ORDER = Comparator.comparingInt(NAMES::indexOf);

  private Detectors() {}

  /** Returns the names as in the configuration, in the order in which the detectors are asked. */
  public static List<String> names() {
    return NAMES;
  }

  public static List<DetectorSettings> defaults() {
    return List.of(
        RepeatDetector.Settings.DEFAULT,
        CycleDetector.Settings.DEFAULT,
        ErrorDetector.Settings.DEFAULT,
        StagnationDetector.Settings.DEFAULT,
        SimilarCallsDetector.Settings.DEFAULT,
        WaitingDetector.Settings.DEFAULT,
        SimilarTurnsDetector.Settings.DEFAULT);
  }

  /** Returns the enabled detectors, in the order in which they are asked. */
  public static List<Detector> of(EngineSettings all, ToolRules rules, Budgets budgets) {
    List<Detector> enabled = new ArrayList<>();
    add(all, RepeatDetector.Settings.DEFAULT, RepeatDetector::new, enabled);
    add(all, CycleDetector.Settings.DEFAULT, own -> new CycleDetector(own, rules), enabled);
    add(all, ErrorDetector.Settings.DEFAULT, ErrorDetector::new, enabled);
    add(
        all,
        StagnationDetector.Settings.DEFAULT,
        own -> new StagnationDetector(own, rules, SimilarCallsDetector.countsSearches(all)),
        enabled);
    add(
        all,
        SimilarCallsDetector.Settings.DEFAULT,
        own -> new SimilarCallsDetector(own, rules),
        enabled);
    add(all, WaitingDetector.Settings.DEFAULT, own -> new WaitingDetector(own, rules), enabled);
    add(all, SimilarTurnsDetector.Settings.DEFAULT, SimilarTurnsDetector::new, enabled);
    enabled.addAll(MaxCallsDetector.of(all));
    enabled.addAll(budgets.detectors());
    for (DetectorSettings each : all.detectors()) {
      if (each instanceof ExtensionDetector.Settings own && own.enabled()) {
        enabled.add(new ExtensionDetector(own));
      }
    }
    return List.copyOf(enabled);
  }

  private static <S extends DetectorSettings> void add(
      EngineSettings all, S defaults, Function<S, Detector> creation, List<Detector> enabled) {
    S own = all.detector(defaults);
    if (own.enabled()) {
      enabled.add(creation.apply(own));
    }
  }
}
