package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of one tool whose arguments are nearly the same and whose outcomes are equal.
 *
 * <p>Outcomes have to be equal, not alike: a poll that moves one field of many is no loop. An
 * acknowledgement says nothing, so where the outcome is one, the arguments have to hold the same
 * tokens, and nothing else may bring anything new. The same call again is alike, too: it may come
 * back too rarely for the window of {@code repeat}, and this looks at one tool only. A looser
 * override of the tool holds here as well. Stateless and thread-safe.
 */
public final class SimilarCallsDetector {

  private static final String THRESHOLD = "detectors.similar_calls.threshold";

  private final DetectorSettings.SimilarCalls settings;
  private final OverrideThresholds overrides;

  /** Creates a detector. */
  public SimilarCallsDetector(
      DetectorSettings.SimilarCalls settings, OverrideThresholds overrides) {
    this.settings = settings;
    this.overrides = overrides;
  }

  /**
   * Judges the outcome of a call.
   *
   * @param outcomes the latest of the tool, this one among them
   * @param sequence all calls of the session
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(
      Call call, Outcome outcome, ToolOutcomes outcomes, CallHistory sequence) {
    if (!settings.enabled()) {
      return null;
    }
    double similarity = outcomes.greatestSimilarity();
    boolean hit =
        outcome.acknowledgement()
            ? similarity >= 1 && !News.isBeside(call.identity(), sequence)
            : similarity >= settings.similarity();
    int hits = hit ? outcomes.countSimilar() : 0;
    if (hits < settings.threshold()) {
      return null;
    }
    Allowance allowed = Allowance.of(call.tool(), settings.threshold(), THRESHOLD, overrides);
    if (hits < allowed.threshold()) {
      return null;
    }
    outcomes.endComparison();
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.SIMILAR_CALLS, call.tool(), key(outcome)),
        hits,
        allowed.threshold(),
        List.of(call.tool()),
        new Evidence.Similarity(similarity),
        allowed.setting());
  }

  /** Whether an outcome is the one that a finding of this detector is about. */
  public static boolean isOfSameLoop(Finding finding, Outcome outcome) {
    return finding.loop().isAbout(key(outcome));
  }

  private static long key(Outcome outcome) {
    return outcome.failed() ? outcome.errorKey() : outcome.normalisedKey();
  }
}
