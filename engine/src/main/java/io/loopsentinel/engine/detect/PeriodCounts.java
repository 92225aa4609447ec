package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.Arrays;
import java.util.List;

/**
 * For each period, how many of the latest calls without a break equalled the call a period before.
 *
 * <p>A sequence ends in {@code r} copies of a block of {@code p} calls exactly where this number is
 * at least {@code (r - 1) * p}. So a cycle of any period is found by one number, also where the
 * history no longer holds its beginning. Immutable. The latest calls are given the latest first.
 */
final class PeriodCounts {

  /** The counts of a sequence in which nothing repeats. */
  static final PeriodCounts NONE = new PeriodCounts(new int[0]);

  /** By period, beginning with 1. */
  private final int[] counts;

  private PeriodCounts(int[] counts) {
    this.counts = counts;
  }

  /** Returns the counts with one more call, which is not among the latest ones yet. */
  PeriodCounts with(Fingerprint next, List<Call> latest) {
    int[] more = new int[latest.size()];
    Arrays.setAll(more, i -> countWith(next, i + 1, latest));
    return Arrays.stream(more).allMatch(count -> count == 0) ? NONE : new PeriodCounts(more);
  }

  /** Returns the count of a period as it would be with one more call. */
  int countWith(Fingerprint next, int period, List<Call> latest) {
    if (latest.size() < period || !latest.get(period - 1).fingerprint().equals(next)) {
      return 0;
    }
    return 1 + (period <= counts.length ? counts[period - 1] : 0);
  }

  /**
   * Returns whether one more call would end a block that is itself made of copies of a shorter one,
   * and so belongs to the period of that.
   */
  boolean isOfShorterBlocks(Fingerprint next, int period, List<Call> latest) {
    for (int shorter = 1; shorter <= period / 2; shorter++) {
      if (period % shorter == 0 && countWith(next, shorter, latest) >= period - shorter) {
        return true;
      }
    }
    return false;
  }
}
