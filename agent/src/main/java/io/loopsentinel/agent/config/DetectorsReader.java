package io.loopsentinel.agent.config;

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

  static final List<String> KEYS =
      List.of(
          "repeat",
          "cycle",
          "error",
          "stagnation",
          "similar_calls",
          "similar_turns",
          VolatilePatternsReader.KEY);
  static final List<String> REPEAT_KEYS = List.of("enabled", "consecutive", "action", "escalation");
  static final List<String> CYCLE_KEYS =
      List.of("enabled", "min_period", "max_period", "repetitions", "action", "escalation");
  static final List<String> STREAK_KEYS = List.of("enabled", "threshold", "action", "escalation");
  static final List<String> SIMILAR_CALLS_KEYS =
      List.of("enabled", "similarity", "compare_last", "threshold", "action", "escalation");
  static final List<String> SIMILAR_TURNS_KEYS =
      List.of("enabled", "similarity", "compare_last", "warn_after", "terminate_after", "history");

  private DetectorsReader() {}

  /** Reads all detectors. */
  static List<DetectorSettings> read(Section detectors) {
    return List.of(
        repeat(detectors.section("repeat", REPEAT_KEYS)),
        cycle(detectors.section("cycle", CYCLE_KEYS)),
        error(detectors.section("error", STREAK_KEYS)),
        stagnation(detectors.section("stagnation", STREAK_KEYS)),
        similarCalls(detectors.section("similar_calls", SIMILAR_CALLS_KEYS)),
        similarTurns(detectors.section("similar_turns", SIMILAR_TURNS_KEYS)));
  }

  private static DetectorSettings repeat(Section section) {
    RepeatDetector.Settings otherwise = RepeatDetector.Settings.DEFAULT;
    return new RepeatDetector.Settings(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("consecutive", ScalarType.FLAG, otherwise.consecutive()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static DetectorSettings cycle(Section section) {
    CycleDetector.Settings otherwise = CycleDetector.Settings.DEFAULT;
    CycleDetector.Settings cycle =
        new CycleDetector.Settings(
            section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
            section.get("min_period", Limits.PERIOD, otherwise.minPeriod()),
            section.get("max_period", Limits.PERIOD, otherwise.maxPeriod()),
            section.get("repetitions", Limits.REPETITIONS, otherwise.repetitions()),
            LadderReader.read(section, otherwise.escalation()));
    section.requireOrder("min_period", cycle.minPeriod(), "max_period", cycle.maxPeriod());
    return cycle;
  }

  private static DetectorSettings error(Section section) {
    ErrorDetector.Settings otherwise = ErrorDetector.Settings.DEFAULT;
    return new ErrorDetector.Settings(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("threshold", Limits.OUTCOMES, otherwise.threshold()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static DetectorSettings stagnation(Section section) {
    StagnationDetector.Settings otherwise = StagnationDetector.Settings.DEFAULT;
    return new StagnationDetector.Settings(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("threshold", Limits.OUTCOMES, otherwise.threshold()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static DetectorSettings similarCalls(Section section) {
    SimilarCallsDetector.Settings otherwise = SimilarCallsDetector.Settings.DEFAULT;
    return new SimilarCallsDetector.Settings(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("similarity", Limits.SIMILARITY, otherwise.similarity()),
        section.get("compare_last", Limits.COMPARE_LAST, otherwise.compareLast()),
        section.get("threshold", Limits.OUTCOMES, otherwise.threshold()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static DetectorSettings similarTurns(Section section) {
    SimilarTurnsDetector.Settings otherwise = SimilarTurnsDetector.Settings.DEFAULT;
    SimilarTurnsDetector.Settings turns =
        new SimilarTurnsDetector.Settings(
            section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
            section.get("similarity", Limits.SIMILARITY, otherwise.similarity()),
            section.get("compare_last", Limits.COMPARE_LAST, otherwise.compareLast()),
            section.get("warn_after", Limits.TURNS, otherwise.warnAfter()),
            section.get("terminate_after", Limits.TURNS, otherwise.terminateAfter()),
            section.get("history", Limits.HISTORY, otherwise.history()));
    section.requireOrder("compare_last", turns.compareLast(), "history", turns.history());
    section.requireOrder(
        "warn_after", turns.warnAfter(), "terminate_after", turns.terminateAfter());
    return turns;
  }
}
