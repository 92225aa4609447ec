package io.loopsentinel.engine.call;

/**
 * The model response that calls belong to. Immutable.
 *
 * <p>A model may request the same call several times in one response; it repeats itself only after
 * it has read the answer. If no target of kind {@code turn} reports responses, or none has for a
 * long time, calls belong to no known response and each is judged by itself.
 *
 * @param calls the number of judged calls that belong to it
 * @param recorded the number of them that run or have run
 * @param before the number of calls of the response before that ran, while the latest one has begun
 */
public record Responses(int latest, int calls, int recorded, int before, State state) {

  /** The progress of the response that calls belong to. */
  enum State {
    COMPLETE,
    REQUESTED,
    BEGUN
  }

  public static final int UNKNOWN = 0;

  public static final Responses NONE = new Responses(UNKNOWN, 0, 0, 0, State.COMPLETE);

  /** Maximum number of calls of one response; more come from another model, without a target. */
  private static final int MAX_CALLS = 32;

  /** Returns the state after another response, to which later calls belong. */
  public Responses next() {
    return state == State.BEGUN
        ? new Responses(latest, calls, recorded, 0, State.COMPLETE)
        : new Responses(number(), 0, 0, 0, State.COMPLETE);
  }

  /**
   * Returns the state after another request. The calls of a stream may come before its end. They
   * belong to it, unless no response was reported yet.
   */
  public Responses requested() {
    return latest == UNKNOWN ? this : new Responses(latest, calls, recorded, 0, State.REQUESTED);
  }

  /** Returns the state in which calls belong to no known response, until the next one. */
  public Responses unknown() {
    return new Responses(latest, MAX_CALLS + 1, 0, 0, State.COMPLETE);
  }

  /** Returns the state after another call that is about to be judged. */
  public Responses withCall() {
    if (state == State.REQUESTED) {
      return new Responses(number(), 1, 0, recordedCalls(), State.BEGUN);
    }
    return current() == UNKNOWN ? this : new Responses(latest, calls + 1, recorded, before, state);
  }

  public Responses withRecordedCall() {
    return current() == UNKNOWN ? this : new Responses(latest, calls, recorded + 1, before, state);
  }

  private int number() {
    return latest == Integer.MAX_VALUE ? 1 : latest + 1;
  }

  /** Returns the number of the response that calls belong to now, or {@link #UNKNOWN}. */
  public int current() {
    return calls > MAX_CALLS ? UNKNOWN : latest;
  }

  public int recordedCalls() {
    return current() == UNKNOWN ? 0 : recorded;
  }
}
