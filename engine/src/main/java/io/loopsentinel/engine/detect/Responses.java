package io.loopsentinel.engine.detect;

/**
 * Which response of the model a call belongs to. Immutable.
 *
 * <p>A model may ask for the same call several times in one response; it repeats itself only once
 * it has read the answer. Where no target of kind {@code turn} tells of responses, or none has for
 * long, calls belong to no known one and each is judged by itself.
 *
 * @param latest the number of the latest response
 * @param calls how many calls were judged since
 * @param recorded how many of them run or have run
 */
public record Responses(int latest, int calls, int recorded) {

  /** The number of no response. */
  public static final int UNKNOWN = 0;

  /** No response is known. */
  static final Responses NONE = new Responses(UNKNOWN, 0, 0);

  /** More calls than this are not asked for at once: another model, with no target, is at work. */
  private static final int MOST_CALLS = 32;

  /** Returns what holds after one more response; calls from then on belong to it. */
  Responses next() {
    return new Responses(latest == Integer.MAX_VALUE ? 1 : latest + 1, 0, 0);
  }

  /** Returns what holds after one more call that is about to be judged. */
  Responses called() {
    return current() == UNKNOWN ? this : new Responses(latest, calls + 1, recorded);
  }

  /** Returns what holds after one more call that runs. */
  Responses ran() {
    return current() == UNKNOWN ? this : new Responses(latest, calls, recorded + 1);
  }

  /** Returns the number of the response that calls belong to by now, or {@link #UNKNOWN}. */
  public int current() {
    return calls > MOST_CALLS ? UNKNOWN : latest;
  }

  /** Returns how many calls of this response run or have run. */
  int recordedCalls() {
    return current() == UNKNOWN ? 0 : recorded;
  }
}
