package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.config.DetectorSettings;
import io.loopsentinel.agent.config.Progress;
import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.fingerprint.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a call that already stands too often among the last ones of its history.
 *
 * <p>With {@code progress: aware}, calls whose results keep changing are given more room: either
 * the trailing run of equal results reaches {@code threshold}, or all of them together reach {@code
 * threshold_with_progress}. A result not seen counts as the same.
 *
 * <p>Stateless and thread-safe.
 */
public final class RepeatDetector {

  /** A longer run of equal results is told as one of this length: counting on would cost time. */
  private static final int COUNTED_RESULTS = 100;

  private final DetectorSettings.Repeat settings;

  /** Creates a detector. */
  public RepeatDetector(DetectorSettings.Repeat settings) {
    this.settings = settings;
  }

  /**
   * Judges a call before it runs.
   *
   * @param tool the tool's name
   * @param fingerprint the call's identity
   * @param history the calls that ran before it
   * @param policy the tool's thresholds
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(
      String tool, Fingerprint fingerprint, CallHistory history, ToolPolicy policy) {
    int threshold = policy.threshold();
    if (!settings.enabled() || threshold == 0) {
      return null;
    }
    int count =
        settings.consecutive() ? history.unbrokenRow(fingerprint) : history.count(fingerprint);
    if (policy.progress() == Progress.IGNORE) {
      return count >= threshold
          ? finding(tool, fingerprint, count, threshold, ResultMatch.NOT_COMPARED)
          : null;
    }
    int patience = policy.thresholdWithProgress();
    boolean patienceEnds = patience > 0 && count >= patience;
    if (count < threshold && !patienceEnds) {
      return null;
    }
    Repetition equal = history.equalResults(fingerprint, Math.max(threshold, COUNTED_RESULTS));
    int equalCount = Math.min(equal.length(), count);
    if (equalCount >= threshold) {
      return finding(tool, fingerprint, equalCount, threshold, equal.match());
    }
    return patienceEnds ? finding(tool, fingerprint, count, patience, ResultMatch.CHANGING) : null;
  }

  private static Finding finding(
      String tool, Fingerprint fingerprint, int count, int threshold, ResultMatch results) {
    return new Finding(
        new LoopIdentity(DetectorKind.REPEAT, fingerprint),
        count,
        threshold,
        List.of(tool),
        results,
        results == ResultMatch.CHANGING ? "threshold_with_progress" : "threshold");
  }
}
