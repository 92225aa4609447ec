package io.loopsentinel.agent.detect;

/** How often in a row a tool has given the same result. Not thread-safe: its session guards it. */
public final class ResultRun {

  /** Half of the key, enough to tell a result from the one before it, and 8 bytes less a tool. */
  private int key;

  private int count;
  private int response;

  /** Forgets the result. */
  public void clear() {
    count = 0;
  }

  /**
   * Counts a result, once in a response of the model.
   *
   * @return how often it was given by now
   */
  int count(long result, int ofResponse) {
    int half = (int) result;
    if (count == 0 || key != half) {
      key = half;
      count = 1;
    } else if (ofResponse == Responses.UNKNOWN || response != ofResponse) {
      count++;
    }
    response = ofResponse;
    return count;
  }

  /** Begins a new row with the result that ended the last one. */
  void restart() {
    count = 1;
  }
}
