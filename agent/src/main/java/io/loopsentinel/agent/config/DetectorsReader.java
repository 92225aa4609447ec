package io.loopsentinel.agent.config;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.loopsentinel.engine.detect.BackAndForthDetector;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.detect.NoProgressDetector;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.detect.StagnationDetector;
import io.loopsentinel.engine.detect.WaitingDetector;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the section {@code detectors}. */
final class DetectorsReader {

  private static final ScalarType<Double> SIMILARITY =
      ScalarType.decimal("a number above 0 and at most 1", n -> n > 0 && n <= 1);

  private DetectorsReader() {}

  record DetectorsSection(List<DetectorSettings> detectors, List<String> volatilePatterns) {}

  /** Reads the section; absent keys have the values of {@code base}. */
  static DetectorsSection read(Section section, EngineSettings base, ExtensionsReader extensions) {
    List<DetectorSettings> shipped =
        List.of(
            section.section("repeat", s -> warnIfOff(s, repeat(s, base))),
            section.section("cycle", s -> warnIfOff(s, cycle(s, base))),
            section.section("error", s -> warnIfOff(s, error(s, base))),
            section.section("stagnation", s -> warnIfOff(s, stagnation(s, base))),
            section.section("similar_calls", s -> warnIfOff(s, similarCalls(s, base))),
            section.section("no_progress", s -> warnIfOff(s, noProgress(s, base))),
            section.section("back_and_forth", s -> warnIfOff(s, backAndForth(s, base))),
            section.section("waiting", s -> warnIfOff(s, waiting(s, base))),
            section.section("similar_turns", s -> warnIfOff(s, similarTurns(s, base, extensions))));
    return new DetectorsSection(
        Stream.concat(shipped.stream(), extensions.detectors(section).stream()).toList(),
        section
            .list(
                "volatile",
                ScalarType.TEXT.map(DetectorsReader::checkedPattern),
                "a list such as [\"build-[0-9]+\"]")
            .orElse(List.of()));
  }

  private static DetectorSettings warnIfOff(Section section, DetectorSettings settings) {
    if (section.has("enabled") && !settings.enabled()) {
      section.writtenKeys().stream()
          .filter(key -> !key.equals("enabled"))
          .forEach(
              key ->
                  section.warning(
                      section.originOfKey(key),
                      section.pathOf(key) + " has no effect because the detector is off"));
    }
    return settings;
  }

  private static DetectorSettings repeat(Section section, EngineSettings settings) {
    RepeatDetector.Settings base = settings.detector(RepeatDetector.Settings.DEFAULT);
    return new RepeatDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.flag("consecutive", base.consecutive()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings cycle(Section section, EngineSettings settings) {
    CycleDetector.Settings base = settings.detector(CycleDetector.Settings.DEFAULT);
    CycleDetector.Settings cycle =
        new CycleDetector.Settings(
            section.flag("enabled", base.enabled()),
            section.integer("min_period", 1, 32, base.minPeriod()),
            section.integer("max_period", 1, 32, base.maxPeriod()),
            section.integer("repetitions", 2, 1_000, base.repetitions()),
            PolicyReader.ladder(section, base.escalation()));
    section.requireAtMost("min_period", cycle.minPeriod(), "max_period", cycle.maxPeriod());
    return cycle;
  }

  private static DetectorSettings error(Section section, EngineSettings settings) {
    ErrorDetector.Settings base = settings.detector(ErrorDetector.Settings.DEFAULT);
    int threshold = section.integer("threshold", 1, 1_000, base.threshold());
    ErrorDetector.Settings error =
        new ErrorDetector.Settings(
            section.flag("enabled", base.enabled()),
            threshold,
            section.integer(
                "threshold_varied",
                1,
                1_000,
                section.has("threshold") ? threshold : base.thresholdVaried()),
            section.section("failing", s -> failing(s, base.failing())),
            PolicyReader.ladder(section, base.escalation()));
    section.requireAtMost("threshold", threshold, "threshold_varied", error.thresholdVaried());
    return error;
  }

  private static ErrorDetector.Failing failing(Section section, ErrorDetector.Failing base) {
    ErrorDetector.Failing failing =
        new ErrorDetector.Failing(
            section.integer("of", 1, 12, base.of()),
            section.integer("failed", 0, 12, base.failed()));
    section.requireAtMost("failed", failing.failed(), "of", failing.of());
    return failing;
  }

  private static DetectorSettings noProgress(Section section, EngineSettings settings) {
    NoProgressDetector.Settings base = settings.detector(NoProgressDetector.Settings.DEFAULT);
    NoProgressDetector.Settings progress =
        new NoProgressDetector.Settings(
            section.flag("enabled", base.enabled()),
            section.integer("window", 2, 32, base.window()),
            section.integer("news", 0, 31, base.news()),
            section.integer("acknowledgements", 0, 64, base.acknowledgements()),
            PolicyReader.ladder(section, base.escalation()));
    section.requireAtMost("news", progress.news() + 1, "window", progress.window());
    return progress;
  }

  private static DetectorSettings backAndForth(Section section, EngineSettings settings) {
    BackAndForthDetector.Settings base = settings.detector(BackAndForthDetector.Settings.DEFAULT);
    return new BackAndForthDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.integer("returns", 1, 60, base.returns()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings waiting(Section section, EngineSettings settings) {
    WaitingDetector.Settings base = settings.detector(WaitingDetector.Settings.DEFAULT);
    return new WaitingDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.integer("patience", 1, 64, base.patience()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings stagnation(Section section, EngineSettings settings) {
    StagnationDetector.Settings base = settings.detector(StagnationDetector.Settings.DEFAULT);
    return new StagnationDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.integer("threshold", 1, 1_000, base.threshold()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings similarCalls(Section section, EngineSettings settings) {
    SimilarCallsDetector.Settings base = settings.detector(SimilarCallsDetector.Settings.DEFAULT);
    return new SimilarCallsDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.get("similarity", SIMILARITY, base.similarity()),
        section.integer("compare_last", 1, 1_000, base.compareLast()),
        section.integer("threshold", 1, 1_000, base.threshold()),
        section.integer("searches", 0, 12, base.searches()),
        section.integer("rewrites", 0, 12, base.rewrites()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings similarTurns(
      Section section, EngineSettings settings, ExtensionsReader extensions) {
    SimilarTurnsDetector.Settings base = settings.detector(SimilarTurnsDetector.Settings.DEFAULT);
    SimilarTurnsDetector.Settings turns =
        new SimilarTurnsDetector.Settings(
            section.flag("enabled", base.enabled()),
            section.get("similarity", SIMILARITY, base.similarity()),
            section.integer("compare_last", 1, 1_000, base.compareLast()),
            section.integer("warn_after", 1, 1_000_000, base.warnAfter()),
            section.integer("terminate_after", 1, 1_000_000, base.terminateAfter()),
            section.integer("history", 1, 10_000, base.history()),
            section
                .get(
                    "similarity_by",
                    extensions.similarity().orNone(),
                    Optional.ofNullable(base.by()))
                .orElse(null));
    section.requireAtMost("compare_last", turns.compareLast(), "history", turns.history());
    section.requireAtMost(
        "warn_after", turns.warnAfter(), "terminate_after", turns.terminateAfter());
    return turns;
  }

  private static String checkedPattern(String pattern) {
    try {
      Pattern.compile(pattern);
      return pattern;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          Wording.quoted(pattern) + " is not a regular expression: " + e.getDescription(), e);
    }
  }
}
