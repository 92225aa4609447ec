package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Identity;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Progress;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a call that already stands too often among the last ones of its history.
 *
 * <p>With {@code progress: aware}, calls whose results keep changing are given more room: either
 * the trailing run of equal results reaches {@code threshold}, or all of them together reach {@code
 * threshold_with_progress}. A result not seen counts as the same. Acknowledgements do not count as
 * equal results while another repeated call brings something new, for then they are waiting.
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
   * @param window the calls that are counted
   * @param sequence all calls of the session
   * @return a finding, or {@code null}
   */
  public @Nullable Finding judge(Call call, CallHistory window, CallHistory sequence) {
    ToolPolicy policy = call.policy();
    int threshold = policy.threshold();
    if (!settings.enabled() || threshold == 0) {
      return null;
    }
    Identity identity = call.identity();
    int count = settings.consecutive() ? window.unbrokenRow(identity) : window.count(identity);
    if (policy.progress() == Progress.IGNORE) {
      return count >= threshold ? finding(call, count, ResultMatch.NOT_COMPARED, 0) : null;
    }
    int patience = policy.thresholdWithProgress();
    boolean patienceEnds = patience > 0 && count >= patience;
    if (count < threshold && !patienceEnds) {
      return null;
    }
    Repetition equal = window.equalResults(identity, Math.max(threshold, COUNTED_RESULTS));
    int equalCount = Math.min(equal.length(), count);
    if (equalCount >= threshold && !isWaiting(equal, threshold, identity, sequence)) {
      return finding(call, count, equal.match(), equalCount);
    }
    return patienceEnds ? finding(call, count, ResultMatch.CHANGING, equalCount) : null;
  }

  private static boolean isWaiting(
      Repetition equal, int threshold, Identity identity, CallHistory sequence) {
    return equal.acknowledgements() >= threshold && News.isBeside(identity, sequence);
  }

  private static Finding finding(Call call, int count, ResultMatch results, int equalInARow) {
    boolean progress = results == ResultMatch.CHANGING;
    return new Finding(
        new LoopIdentity(DetectorKind.REPEAT, call.fingerprint()),
        count,
        progress ? call.policy().thresholdWithProgress() : call.policy().threshold(),
        List.of(call.tool()),
        new Evidence.Results(results, equalInARow),
        call.setting(progress ? "threshold_with_progress" : "threshold"));
  }
}
