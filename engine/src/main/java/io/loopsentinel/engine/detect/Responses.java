package io.loopsentinel.engine.detect;

/**
 * Which response of the model a call belongs to.
 *
 * <p>A model may ask for the same call several times in one response; it repeats itself only once
 * it has read the answer. Where no target of kind {@code turn} tells of responses, or none has for
 * long, calls belong to no known one and each is judged by itself. Not thread-safe: its session
 * guards it.
 */
public final class Responses {

  /** The number of no response. */
  public static final int UNKNOWN = 0;

  /** More calls than this are not asked for at once: another model, with no target, is at work. */
  private static final int MOST_CALLS = 32;

  private int response = UNKNOWN;
  private int calls;
  private int recorded;

  /** Takes in a response of the model; calls from now on belong to it. */
  public void next() {
    response = response == Integer.MAX_VALUE ? 1 : response + 1;
    calls = 0;
    recorded = 0;
  }

  /** Takes in a call that is about to be judged. */
  public void called() {
    if (calls <= MOST_CALLS) {
      calls++;
    }
  }

  /** Takes in that the call runs. */
  public void recorded() {
    if (recorded <= MOST_CALLS) {
      recorded++;
    }
  }

  /** Takes in that calls do not run after all. */
  public void takeBack(int calls) {
    recorded = Math.max(0, recorded - calls);
  }

  /** Returns the number of the response that calls belong to by now, or {@link #UNKNOWN}. */
  public int current() {
    return calls > MOST_CALLS ? UNKNOWN : response;
  }

  /** Returns how many calls of this response run or have run. */
  public int recordedCalls() {
    return current() == UNKNOWN ? 0 : recorded;
  }
}
