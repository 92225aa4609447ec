package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.DetectorSettings.Cycle;
import io.loopsentinel.engine.settings.DetectorSettings.Repeat;
import io.loopsentinel.engine.settings.DetectorSettings.SimilarCalls;
import io.loopsentinel.engine.settings.DetectorSettings.SimilarTurns;
import io.loopsentinel.engine.settings.DetectorSettings.Streak;
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

  private static final DetectorSettings OTHERWISE = DetectorSettings.DEFAULT;

  private DetectorsReader() {}

  /** Reads all detectors. */
  static DetectorSettings read(Section detectors) {
    return new DetectorSettings(
        repeat(detectors.section("repeat", REPEAT_KEYS)),
        cycle(detectors.section("cycle", CYCLE_KEYS)),
        streak(detectors.section("error", STREAK_KEYS), OTHERWISE.error()),
        streak(detectors.section("stagnation", STREAK_KEYS), OTHERWISE.stagnation()),
        similarCalls(detectors.section("similar_calls", SIMILAR_CALLS_KEYS)),
        similarTurns(detectors.section("similar_turns", SIMILAR_TURNS_KEYS)),
        VolatilePatternsReader.read(detectors));
  }

  private static Repeat repeat(Section section) {
    Repeat otherwise = OTHERWISE.repeat();
    return new Repeat(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("consecutive", ScalarType.FLAG, otherwise.consecutive()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static Cycle cycle(Section section) {
    Cycle otherwise = OTHERWISE.cycle();
    Cycle cycle =
        new Cycle(
            section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
            section.get("min_period", Limits.PERIOD, otherwise.minPeriod()),
            section.get("max_period", Limits.PERIOD, otherwise.maxPeriod()),
            section.get("repetitions", Limits.REPETITIONS, otherwise.repetitions()),
            LadderReader.read(section, otherwise.escalation()));
    section.requireOrder("min_period", cycle.minPeriod(), "max_period", cycle.maxPeriod());
    return cycle;
  }

  private static Streak streak(Section section, Streak otherwise) {
    return new Streak(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("threshold", Limits.OUTCOMES, otherwise.threshold()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static SimilarCalls similarCalls(Section section) {
    SimilarCalls otherwise = OTHERWISE.similarCalls();
    return new SimilarCalls(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("similarity", Limits.SIMILARITY, otherwise.similarity()),
        section.get("compare_last", Limits.COMPARE_LAST, otherwise.compareLast()),
        section.get("threshold", Limits.OUTCOMES, otherwise.threshold()),
        LadderReader.read(section, otherwise.escalation()));
  }

  private static SimilarTurns similarTurns(Section section) {
    SimilarTurns otherwise = OTHERWISE.similarTurns();
    SimilarTurns turns =
        new SimilarTurns(
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
