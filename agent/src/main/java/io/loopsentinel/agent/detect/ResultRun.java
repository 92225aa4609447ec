package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Fingerprint;

/** How often in a row a tool has given the same result. Not thread-safe: its session guards it. */
public final class ResultRun {

  /** Half of the key, enough to tell a result from the one before it, and 8 bytes less a tool. */
  private int key;

  private int count;
  private int total;
  private int response;

  /** What stands for the only call that has given it; 0 where there were several. */
  private int onlyCall;

  /** Forgets the result. */
  public void clear() {
    count = 0;
    total = 0;
  }

  /** Begins to count anew; the results of the row are still told. */
  public void clearCount() {
    count = 0;
  }

  /**
   * Counts a result, once in a response of the model.
   *
   * @return how often it was given by now, since the last finding
   */
  int count(Fingerprint call, long result, int ofResponse) {
    int half = (int) result;
    if (total == 0 || key != half) {
      key = half;
      clear();
      onlyCall = markOf(call);
    } else if (onlyCall != markOf(call)) {
      onlyCall = 0;
    }
    if (count == 0 || ofResponse == Responses.UNKNOWN || response != ofResponse) {
      count++;
      total++;
    }
    response = ofResponse;
    return count;
  }

  /** Returns how often it was given in all. */
  int total() {
    return total;
  }

  /** Whether it was one and the same call that gave it each time. */
  boolean isOfOneCall() {
    return onlyCall != 0;
  }

  /** Begins a new row with the result that ended the last one. */
  void restart() {
    count = 1;
  }

  private static int markOf(Fingerprint call) {
    return (int) call.a() | 1;
  }
}
