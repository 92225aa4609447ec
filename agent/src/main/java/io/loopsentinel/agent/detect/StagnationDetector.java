package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.config.DetectorSettings;
import io.loopsentinel.agent.outcome.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that gives the same result again and again, whatever the arguments.
 *
 * <p>Acknowledgements say nothing that could stagnate, and failures belong to {@link
 * ErrorDetector}; both end the row. A result of some length cannot be the honest answer to several
 * questions as "no match" can, so half the threshold is enough for it. A finding begins the next
 * row with the result that made it. Stateless and thread-safe.
 */
public final class StagnationDetector {

  private final DetectorSettings.Streak settings;

  /** Creates a detector. */
  public StagnationDetector(DetectorSettings.Streak settings) {
    this.settings = settings;
  }

  /**
   * Judges the outcome of a call.
   *
   * @param response the response of the model that the call belongs to
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(Call call, Outcome outcome, int response, ResultRun results) {
    if (!settings.enabled()) {
      return null;
    }
    if (outcome.acknowledgement() || outcome.failed()) {
      results.clear();
      return null;
    }
    int count = results.count(outcome.stagnationKey(), response);
    int threshold = outcome.substantial() ? half(settings.threshold()) : settings.threshold();
    if (count < threshold) {
      return null;
    }
    results.restart();
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.STAGNATION, call.tool(), outcome.stagnationKey()),
        count,
        threshold,
        List.of(call.tool()),
        new Evidence.SameResult(),
        "detectors.stagnation.threshold");
  }

  private static int half(int threshold) {
    return threshold / 2 + threshold % 2;
  }
}
