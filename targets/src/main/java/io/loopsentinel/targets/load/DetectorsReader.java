package io.loopsentinel.targets.load;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.detect.StagnationDetector;
import io.loopsentinel.engine.detect.WaitingDetector;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the section {@code detectors}. */
final class DetectorsReader {

  private static final ScalarType<Double> SIMILARITY =
      ScalarType.decimal(
          "a number above 0 and at most 1",
          "\"exclusiveMinimum\": 0, \"maximum\": 1",
          n -> n > 0 && n <= 1);

  private static final Key SIMILARITY_BY =
      Key.value("similarity_by", ScalarType.TEXT.orNone())
          .means("The extension that compares texts by meaning.");

  private static final Key MIN_SCORE =
      Key.value("min_score", SIMILARITY)
          .means("The score of `similarity_by` from which two texts mean the same.");

  private static final Key ENABLED = Key.flag("enabled").means("Whether the detector runs.");

  /** The keys that all detectors have, except that of turns, which has no ladder. */
  static final List<Key> COMMON_KEYS =
      List.of(ENABLED, PolicyReader.ACTION, PolicyReader.ESCALATION);

  static final Group KEYS =
      Key.section(
          "detectors",
          "The settings of each detector.",
          detector(
              "repeat",
              "Finds the same call again.",
              Key.flag("consecutive")
                  .means("Whether only an unbroken streak of the same call counts."),
              Key.integer("per_response", 0, 32)
                  .means("Equal calls of one model response; one more is warned about; 0 is off.")),
          detector(
              "cycle",
              "Finds a block of calls that repeats.",
              Key.integer("min_period", 1, 32).means("The number of calls in the shortest block."),
              Key.integer("max_period", 1, 32).means("The number of calls in the longest block."),
              Key.integer("repetitions", 2, 1_000)
                  .means("Consecutive copies of the block that are a finding.")),
          detector(
              "error",
              "Finds repeated failures with the same error.",
              Key.integer("threshold", 1, 1_000)
                  .means("Consecutive equal failures of nearly the same call."),
              Key.integer("threshold_varied", 1, 1_000)
                  .means(
                      "Consecutive equal failures of different calls; equals threshold if only that is"
                          + " set."),
              Key.integer("stale", 0, 30)
                  .means(
                      "Failures of any tools in the last 30 calls that say nothing new and share a"
                          + " sentence; 0 is off."),
              Key.section(
                  "failing",
                  "Finds a tool that fails for any arguments.",
                  Key.integer("of", 1, 12)
                      .means("The number of latest outcomes of the tool that are counted."),
                  Key.integer("failed", 0, 12)
                      .means("The number of failures among them that is a finding; 0 is off."))),
          detector(
              "stagnation",
              "Finds a tool that answers the same to different calls.",
              Key.integer("threshold", 1, 1_000)
                  .means("Equal answers among the last 10 outcomes of the tool.")),
          detector(
              "similar_calls",
              "Finds reworded arguments with similar results.",
              Key.value("similarity", SIMILARITY).means("The share of words in common."),
              SIMILARITY_BY,
              MIN_SCORE,
              Key.integer("compare_last", 1, 1_000)
                  .means("Earlier calls of the tool with which each call is compared."),
              Key.integer("threshold", 1, 1_000).means("Consecutive similar calls."),
              Key.integer("searches", 0, 12)
                  .means("Searches among the last 12 responses that find nothing; 0 is off."),
              Key.integer("rewrites", 0, 12)
                  .means(
                      "Consecutive versions of nearly the same arguments without a read in between; 0"
                          + " is off.")),
          detector(
              "waiting",
              "Finds a call that polls for an unchanged answer.",
              Key.integer("patience", 1, 64).means("Consecutive unchanged answers."),
              Key.value("spacing", ScalarType.duration("24h", "60s"))
                  .means(
                      "The time between two equal calls, with nothing in between, that makes the"
                          + " second one a wait.")),
          Key.section(
              "similar_turns",
              "Finds a model that says nearly the same again.",
              ENABLED,
              Key.value("similarity", SIMILARITY).means("The share of words in common."),
              Key.integer("compare_last", 1, 1_000)
                  .means("Earlier turns with which each turn is compared."),
              Key.integer("warn_after", 1, 1_000_000)
                  .means("Consecutive similar turns that cause a warning."),
              Key.integer("terminate_after", 1, 1_000_000)
                  .means("Consecutive similar turns that end the session."),
              Key.integer("history", 1, 10_000).means("The number of turns that are kept."),
              SIMILARITY_BY,
              MIN_SCORE),
          new Other(
              "volatile",
              "a list such as [\"build-[0-9]+\"]",
              "{\"type\": \"array\", \"items\": {\"type\": \"string\", \"format\": \"regex\"}}",
              true,
              "Regular expressions for parts of results that differ although nothing is new."));

  private DetectorsReader() {}

  record DetectorsSection(List<DetectorSettings> detectors, List<String> volatilePatterns) {}

  /** Reads the section; absent keys have the values of {@code base}. */
  static DetectorsSection read(Section section, EngineSettings base, ExtensionsReader extensions) {
    List<DetectorSettings> detectors =
        new ArrayList<>(
            List.of(
                repeat(section.section("repeat"), base),
                cycle(section.section("cycle"), base),
                error(section.section("error"), base),
                stagnation(section.section("stagnation"), base),
                similarCalls(section.section("similar_calls"), base, extensions),
                waiting(section.section("waiting"), base),
                similarTurns(section.section("similar_turns"), base, extensions)));
    detectors.addAll(extensions.detectors(section));
    return new DetectorsSection(
        List.copyOf(detectors),
        section
            .list("volatile", ScalarType.TEXT.map(DetectorsReader::checkedPattern))
            .orElse(List.of()));
  }

  private static Key detector(String name, String meaning, Key... own) {
    List<Key> keys = new ArrayList<>(List.of(own));
    keys.add(0, ENABLED);
    keys.add(PolicyReader.ACTION);
    keys.add(PolicyReader.ESCALATION);
    return Key.section(name, meaning, keys);
  }

  /** Reads whether a detector runs; if it is off, warns of all its other keys. */
  private static boolean enabled(Section section, boolean fallback) {
    boolean enabled = section.get("enabled", fallback);
    if (section.has("enabled") && !enabled) {
      section.warnOfOthers(Set.of("enabled"), " has no effect because the detector is off");
    }
    return enabled;
  }

  private static DetectorSettings repeat(Section section, EngineSettings settings) {
    RepeatDetector.Settings base = settings.detector(RepeatDetector.Settings.DEFAULT);
    return new RepeatDetector.Settings(
        enabled(section, base.enabled()),
        section.get("consecutive", base.consecutive()),
        section.get("per_response", base.perResponse()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings cycle(Section section, EngineSettings settings) {
    CycleDetector.Settings base = settings.detector(CycleDetector.Settings.DEFAULT);
    CycleDetector.Settings cycle =
        new CycleDetector.Settings(
            enabled(section, base.enabled()),
            section.get("min_period", base.minPeriod()),
            section.get("max_period", base.maxPeriod()),
            section.get("repetitions", base.repetitions()),
            PolicyReader.ladder(section, base.escalation()));
    section.requireAtMost("min_period", cycle.minPeriod(), "max_period", cycle.maxPeriod());
    return cycle;
  }

  private static DetectorSettings error(Section section, EngineSettings settings) {
    ErrorDetector.Settings base = settings.detector(ErrorDetector.Settings.DEFAULT);
    int threshold = section.get("threshold", base.threshold());
    ErrorDetector.Settings error =
        new ErrorDetector.Settings(
            enabled(section, base.enabled()),
            threshold,
            section.get(
                "threshold_varied", section.has("threshold") ? threshold : base.thresholdVaried()),
            section.get("stale", base.stale()),
            failing(section.section("failing"), base.failing()),
            PolicyReader.ladder(section, base.escalation()));
    section.requireAtMost("threshold", threshold, "threshold_varied", error.thresholdVaried());
    return error;
  }

  private static ErrorDetector.Failing failing(Section section, ErrorDetector.Failing base) {
    ErrorDetector.Failing failing =
        new ErrorDetector.Failing(
            section.get("of", base.of()), section.get("failed", base.failed()));
    section.requireAtMost("failed", failing.failed(), "of", failing.of());
    return failing;
  }

  private static DetectorSettings waiting(Section section, EngineSettings settings) {
    WaitingDetector.Settings base = settings.detector(WaitingDetector.Settings.DEFAULT);
    return new WaitingDetector.Settings(
        enabled(section, base.enabled()),
        section.get("patience", base.patience()),
        (int) section.get("spacing", Duration.ofSeconds(base.spacingSeconds())).toSeconds(),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings stagnation(Section section, EngineSettings settings) {
    StagnationDetector.Settings base = settings.detector(StagnationDetector.Settings.DEFAULT);
    return new StagnationDetector.Settings(
        enabled(section, base.enabled()),
        section.get("threshold", base.threshold()),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings similarCalls(
      Section section, EngineSettings settings, ExtensionsReader extensions) {
    SimilarCallsDetector.Settings base = settings.detector(SimilarCallsDetector.Settings.DEFAULT);
    return new SimilarCallsDetector.Settings(
        enabled(section, base.enabled()),
        section.get("similarity", base.similarity()),
        section.get("compare_last", base.compareLast()),
        section.get("threshold", base.threshold()),
        section.get("searches", base.searches()),
        section.get("rewrites", base.rewrites()),
        extensions.meaning(section),
        PolicyReader.ladder(section, base.escalation()));
  }

  private static DetectorSettings similarTurns(
      Section section, EngineSettings settings, ExtensionsReader extensions) {
    SimilarTurnsDetector.Settings base = settings.detector(SimilarTurnsDetector.Settings.DEFAULT);
    SimilarTurnsDetector.Settings turns =
        new SimilarTurnsDetector.Settings(
            enabled(section, base.enabled()),
            section.get("similarity", base.similarity()),
            section.get("compare_last", base.compareLast()),
            section.get("warn_after", base.warnAfter()),
            section.get("terminate_after", base.terminateAfter()),
            section.get("history", base.history()),
            extensions.meaning(section));
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
