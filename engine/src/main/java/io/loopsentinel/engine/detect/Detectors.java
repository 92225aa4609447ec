package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The list of all detectors. */
public final class Detectors {

  /** In the order in which they are asked. */
  private static final List<Entry> ALL =
      List.of(
          entry(RepeatDetector.NAME, RepeatDetector.Settings.DEFAULT, RepeatDetector::new),
          entry(CycleDetector.NAME, CycleDetector.Settings.DEFAULT, CycleDetector::new),
          entry(ErrorDetector.NAME, ErrorDetector.Settings.DEFAULT, ErrorDetector::new),
          entry(
              StagnationDetector.NAME,
              StagnationDetector.Settings.DEFAULT,
              StagnationDetector::new),
          entry(
              SimilarCallsDetector.NAME,
              SimilarCallsDetector.Settings.DEFAULT,
              SimilarCallsDetector::new),
          entry(WaitingDetector.NAME, WaitingDetector.Settings.DEFAULT, WaitingDetector::new),
          entry(
              SimilarTurnsDetector.NAME,
              SimilarTurnsDetector.Settings.DEFAULT,
              SimilarTurnsDetector::new),
          new Entry(
              MaxCallsDetector.NAME,
              Optional.empty(),
              (settings, rules) -> MaxCallsDetector.of(settings)),
          new Entry(BudgetDetector.NAME, Optional.empty(), (all, rules) -> List.of()),
          new Entry("before", Optional.empty(), (all, rules) -> List.of()),
          new Entry("effect", Optional.empty(), (all, rules) -> List.of()));

  /** The order of detector names for reports: the order in which the detectors are asked. */
  public static final Comparator<String> ORDER = Comparator.comparingInt(names()::indexOf);

  private Detectors() {}

  /** The detectors of one name; {@code creation} returns none if they are switched off. */
  private record Entry(
      String name,
      Optional<DetectorSettings> defaults,
      BiFunction<EngineSettings, ToolRules, List<Detector>> creation) {}

  private static <S extends DetectorSettings> Entry entry(
      String name, S defaults, Function<S, Detector> creation) {
    return entry(name, defaults, (own, rules) -> creation.apply(own));
  }

  private static <S extends DetectorSettings> Entry entry(
      String name, S defaults, BiFunction<S, ToolRules, Detector> creation) {
    return new Entry(
        name,
        Optional.of(defaults),
        (settings, rules) -> {
          S own = settings.detector(defaults);
          return own.enabled() ? List.of(creation.apply(own, rules)) : List.of();
        });
  }

  /** Returns the names as in the configuration, in the order in which the detectors are asked. */
  public static List<String> names() {
    return ALL.stream().map(Entry::name).toList();
  }

  public static List<DetectorSettings> defaults() {
    return ALL.stream().flatMap(each -> each.defaults().stream()).toList();
  }

  /** Returns the enabled detectors, in the order in which they are asked. */
  public static List<Detector> of(EngineSettings settings, ToolRules rules, Budgets budgets) {
    Stream<Detector> shipped =
        ALL.stream().flatMap(each -> each.creation().apply(settings, rules).stream());
    Stream<Detector> ofExtensions =
        settings.detectors().stream()
            .filter(each -> each instanceof ExtensionDetector.Settings && each.enabled())
            .map(each -> new ExtensionDetector((ExtensionDetector.Settings) each));
    return Stream.of(shipped, budgets.detectors().stream(), ofExtensions)
        .flatMap(Function.identity())
        .toList();
  }
}
