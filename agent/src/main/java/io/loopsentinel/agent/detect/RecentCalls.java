package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.outcome.ArgumentSketch;

/**
 * The latest calls of a tool as {@link SimilarCallsDetector} compares them. Not thread-safe: its
 * session guards it.
 *
 * <p>They stand in one array, the oldest first: 10 bytes and 2 for each word a call, where an
 * object for each and one for its sketch would take 62 more. A call is
 *
 * <ul>
 *   <li>32 bits of the key of its outcome, enough to tell the few of one tool apart,
 *   <li>32 bits, the response that it belongs to,
 *   <li>its sketch.
 * </ul>
 */
public final class RecentCalls {

  private static final char[] NONE = {};

  private static final int RESPONSE = 2;
  private static final int SKETCH = 4;

  private char[] calls = NONE;
  private int hits;

  /**
   * Returns how alike the most alike one is among the calls of other responses with an equal
   * outcome; below 0 where there is none.
   */
  double greatestSimilarity(ArgumentSketch sketch, long outcome, int response) {
    int key = (int) outcome;
    double greatest = -1;
    for (int at = 0; at < calls.length; at = next(at)) {
      boolean isOther = response == Responses.UNKNOWN || number(at + RESPONSE) != response;
      if (isOther && number(at) == key) {
        greatest = Math.max(greatest, sketch.similarity(calls, at + SKETCH));
      }
    }
    return greatest;
  }

  /**
   * Adds a call.
   *
   * @param compared how many are kept
   * @param hit whether it was alike to one before
   * @return how many in a row were, by now
   */
  int add(ArgumentSketch sketch, long outcome, int response, int compared, boolean hit) {
    int from = size() == compared ? next(0) : 0;
    int at = calls.length - from;
    int length = at + SKETCH + sketch.packedLength();
    char[] all = length == calls.length ? calls : new char[length];
    System.arraycopy(calls, from, all, 0, at);
    calls = all;
    setNumber(at, (int) outcome);
    setNumber(at + RESPONSE, response);
    sketch.pack(calls, at + SKETCH);
    hits = hit ? hits + 1 : 0;
    return hits;
  }

  void clear() {
    calls = NONE;
    hits = 0;
  }

  private int size() {
    int size = 0;
    for (int at = 0; at < calls.length; at = next(at)) {
      size++;
    }
    return size;
  }

  private int next(int at) {
    return at + SKETCH + ArgumentSketch.packedLength(calls, at + SKETCH);
  }

  private int number(int at) {
    return calls[at] << Character.SIZE | calls[at + 1];
  }

  private void setNumber(int at, int number) {
    calls[at] = (char) (number >>> Character.SIZE);
    calls[at + 1] = (char) number;
  }
}
