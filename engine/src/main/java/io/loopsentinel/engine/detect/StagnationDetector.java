package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that gives the same result again and again, whatever the arguments.
 *
 * <p>Acknowledgements say nothing that could stagnate, and failures belong to {@link
 * ErrorDetector}; both end the row. A result of some length cannot be the honest answer to several
 * questions as "no match" can, so half the threshold is enough for it. A finding begins the next
 * row with the result that made it. A looser override of the tool holds here, too. Stateless and
 * thread-safe.
 */
public final class StagnationDetector {

  private static final String THRESHOLD = "detectors.stagnation.threshold";

  private final DetectorSettings.Streak settings;
  private final OverrideThresholds overrides;

  /** Creates a detector. */
  public StagnationDetector(DetectorSettings.Streak settings, OverrideThresholds overrides) {
    this.settings = settings;
    this.overrides = overrides;
  }

  /**
   * Judges the outcome of a call.
   *
   * @param outcomes the latest of the tool, this one among them
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(Call call, Outcome outcome, ToolOutcomes outcomes) {
    if (!settings.enabled() || outcome.acknowledgement() || outcome.failed()) {
      return null;
    }
    int count = outcomes.countResult();
    int own = outcome.substantial() ? half(settings.threshold()) : settings.threshold();
    if (count < own) {
      return null;
    }
    Allowance allowed = Allowance.of(call.tool(), own, THRESHOLD, overrides);
    if (count < allowed.threshold()) {
      return null;
    }
    outcomes.restart();
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.STAGNATION, call.tool(), outcome.stagnationKey()),
        outcomes.total(),
        allowed.threshold(),
        List.of(call.tool()),
        new Evidence.SameResult(outcomes.isOfOneCall()),
        allowed.setting());
  }

  /** Whether an outcome is the result that a finding of this detector is about. */
  public static boolean isOfSameLoop(Finding finding, Outcome outcome) {
    return !outcome.acknowledgement()
        && !outcome.failed()
        && finding.loop().isAbout(outcome.stagnationKey());
  }

  private static int half(int threshold) {
    return threshold / 2 + threshold % 2;
  }
}
