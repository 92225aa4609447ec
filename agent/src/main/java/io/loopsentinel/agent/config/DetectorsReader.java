package io.loopsentinel.agent.config;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.detect.StagnationDetector;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.util.List;

/** Reads the section {@code detectors}. */
final class DetectorsReader {

  private static final ScalarType<Double> SIMILARITY =
      ScalarType.decimal("a number above 0 and at most 1", n -> n > 0 && n <= 1);

  private DetectorsReader() {}

  record DetectorsSection(List<DetectorSettings> detectors, List<String> volatilePatterns) {}

  static DetectorsSection read(Section section) {
    return new DetectorsSection(
        List.of(
            section.section("repeat", s -> repeat(s, RepeatDetector.Settings.DEFAULT)),
            section.section("cycle", s -> cycle(s, CycleDetector.Settings.DEFAULT)),
            section.section("error", s -> error(s, ErrorDetector.Settings.DEFAULT)),
            section.section("stagnation", s -> stagnation(s, StagnationDetector.Settings.DEFAULT)),
            section.section(
                "similar_calls", s -> similarCalls(s, SimilarCallsDetector.Settings.DEFAULT)),
            section.section(
                "similar_turns", s -> similarTurns(s, SimilarTurnsDetector.Settings.DEFAULT))),
        section
            .list(
                "volatile",
                ScalarType.TEXT.map(DetectorsReader::checkedPattern),
                "a list such as [\"build-[0-9]+\"]")
            .orElse(List.of()));
  }

  private static DetectorSettings repeat(Section section, RepeatDetector.Settings base) {
    return new RepeatDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.flag("consecutive", base.consecutive()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings cycle(Section section, CycleDetector.Settings base) {
    CycleDetector.Settings cycle =
        new CycleDetector.Settings(
            section.flag("enabled", base.enabled()),
            section.whole("min_period", 1, 32, base.minPeriod()),
            section.whole("max_period", 1, 32, base.maxPeriod()),
            section.whole("repetitions", 2, 1_000, base.repetitions()),
            PolicyReader.ladder(section, base.escalation()));
    section.requireOrder("min_period", cycle.minPeriod(), "max_period", cycle.maxPeriod());
    return cycle;
  }

  private static DetectorSettings error(Section section, ErrorDetector.Settings base) {
    return new ErrorDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.whole("threshold", 1, 1_000, base.threshold()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings stagnation(Section section, StagnationDetector.Settings base) {
    return new StagnationDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.whole("threshold", 1, 1_000, base.threshold()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings similarCalls(
      Section section, SimilarCallsDetector.Settings base) {
    return new SimilarCallsDetector.Settings(
        section.flag("enabled", base.enabled()),
        section.get("similarity", SIMILARITY, base.similarity()),
        section.whole("compare_last", 1, 1_000, base.compareLast()),
        section.whole("threshold", 1, 1_000, base.threshold()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings similarTurns(
      Section section, SimilarTurnsDetector.Settings base) {
    SimilarTurnsDetector.Settings turns =
        new SimilarTurnsDetector.Settings(
            section.flag("enabled", base.enabled()),
            section.get("similarity", SIMILARITY, base.similarity()),
            section.whole("compare_last", 1, 1_000, base.compareLast()),
            section.whole("warn_after", 1, 1_000_000, base.warnAfter()),
            section.whole("terminate_after", 1, 1_000_000, base.terminateAfter()),
            section.whole("history", 1, 10_000, base.history()));
    section.requireOrder("compare_last", turns.compareLast(), "history", turns.history());
    section.requireOrder(
        "warn_after", turns.warnAfter(), "terminate_after", turns.terminateAfter());
    return turns;
  }

  private static String checkedPattern(String pattern) {
    try {
      Pattern.compile(pattern);
      return pattern;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          Wording.quoted(pattern) + " is no regular expression: " + e.getDescription(), e);
    }
  }
}
