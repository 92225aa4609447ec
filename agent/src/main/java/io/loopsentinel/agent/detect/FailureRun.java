package io.loopsentinel.agent.detect;

import java.util.Arrays;

/**
 * How often a tool has failed with each error since it last succeeded.
 *
 * <p>Several errors are counted side by side, for a model that makes two mistakes by turns is stuck
 * as well. Not thread-safe: its session guards it.
 */
public final class FailureRun {

  /** Errors that are counted; a new one takes the place of the rarest. */
  private static final int ERRORS = 4;

  private final long[] keys = new long[ERRORS];
  private final int[] counts = new int[ERRORS];
  private final int[] totals = new int[ERRORS];
  private final int[] responses = new int[ERRORS];

  /**
   * How often a tool has failed with one error.
   *
   * @param sinceFinding since the last finding, where there was one
   * @param inAll since the tool last succeeded
   */
  record Count(int sinceFinding, int inAll) {}

  /** Forgets all failures. */
  public void clear() {
    clearCounts();
    Arrays.fill(totals, 0);
  }

  /** Begins to count anew; the failures of the run are still told. */
  public void clearCounts() {
    Arrays.fill(counts, 0);
  }

  /** Counts a failure, once in a response of the model. */
  Count count(long error, int response) {
    int place = placeOf(error);
    if (keys[place] != error) {
      keys[place] = error;
      totals[place] = 0;
      counts[place] = 0;
    }
    boolean isTold = response != Responses.UNKNOWN && responses[place] == response;
    if (counts[place] == 0 || !isTold) {
      counts[place]++;
      totals[place]++;
    }
    responses[place] = response;
    return new Count(counts[place], totals[place]);
  }

  /** Begins the next row with the latest failure, which was this one. */
  void restart(long error) {
    clearCounts();
    counts[placeOf(error)] = 1;
  }

  private int placeOf(long error) {
    int rarest = 0;
    for (int place = 0; place < ERRORS; place++) {
      if (totals[place] > 0 && keys[place] == error) {
        return place;
      }
      if (counts[place] < counts[rarest]) {
        rarest = place;
      }
    }
    return rarest;
  }
}
