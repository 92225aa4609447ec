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
  private final int[] responses = new int[ERRORS];

  /** Forgets all failures. */
  public void clear() {
    Arrays.fill(counts, 0);
  }

  /**
   * Counts a failure, once in a response of the model.
   *
   * @return how often the tool has failed so by now
   */
  int count(long error, int response) {
    int place = placeOf(error);
    boolean isNew = counts[place] == 0 || keys[place] != error;
    if (isNew) {
      keys[place] = error;
      counts[place] = 1;
    } else if (response == Responses.UNKNOWN || responses[place] != response) {
      counts[place]++;
    }
    responses[place] = response;
    return counts[place];
  }

  /** Forgets all failures but this one. */
  void restart(long error, int response) {
    clear();
    count(error, response);
  }

  private int placeOf(long error) {
    int rarest = 0;
    for (int place = 0; place < ERRORS; place++) {
      if (counts[place] > 0 && keys[place] == error) {
        return place;
      }
      if (counts[place] < counts[rarest]) {
        rarest = place;
      }
    }
    return rarest;
  }
}
