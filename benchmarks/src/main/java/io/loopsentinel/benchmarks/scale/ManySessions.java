package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.Caller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Calls in sessions that are drawn at random from all that are live, in turns with calls in one of
 * them; each has a new key.
 *
 * <p>That one soon has had more calls than are kept. For the comparison to be of many sessions with
 * one, and not of short ones with a long one, all have had as many before: what is kept of a short
 * session grows with its calls, and that has a price of its own.
 *
 * <p>What lies in memory at random costs cache misses. How much of that is the machine's share is
 * shown by the least that a guard with a {@link HashMap} could do: to find what it keeps of a
 * session, to look through the calls that are kept, and to replace one. It is done right after a
 * call in one session, since by itself it would be cheaper than in any application: the processor
 * then begins with one lookup before the one before it has ended.
 */
final class ManySessions {

  private static final int CALLS_TO_WARM_UP = 100_000;

  /**
   * Ten calls: what the detectors compare of one takes 40 bytes, and half of it tells calls apart.
   */
  private static final int KEPT_NUMBERS = 10 * 5;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Caller caller = new Caller();
  private final Map<String, long[]> kept = new HashMap<>();
  private final int live;
  private final int callsBefore;
  private long calls;
  private long repeated;

  private ManySessions(int live, int callsBefore) {
    this.live = live;
    this.callsBefore = callsBefore;
  }

  /**
   * Tells what a call costs.
   *
   * @param args how many sessions are live, and how many calls each has had, at least 1
   */
  public static void main(String[] args) {
    ManySessions sessions = new ManySessions(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    sessions.warmUp();
    sessions.begin();
    sessions.measure();
  }

  private void warmUp() {
    for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
      call(i % 100);
    }
  }

  private void begin() {
    for (int session = 0; session < live; session++) {
      for (int i = 0; i < callsBefore; i++) {
        call(session);
      }
    }
  }

  private void measure() {
    Workload.tell(
        List.of(
            new Workload("one of " + live, () -> call(0)),
            new Workload("sessions " + live, () -> call(random.nextInt(live)))));
    for (int session = 0; session < live; session++) {
      kept.put(key(session), new long[KEPT_NUMBERS]);
    }
    Workload.tell(
        List.of(
            new Workload("least of one of " + live, () -> callAndLeast(0)),
            new Workload("least of " + live, () -> callAndLeast(random.nextInt(live)))));
    caller.checkAllRan();
    if (repeated > 0) {
      throw new IllegalStateException("no call has the number of another");
    }
  }

  private void call(int session) {
    caller.call(key(session), "search_files");
  }

  private void callAndLeast(int session) {
    call(0);
    long call = ++calls;
    long[] ofSession = Objects.requireNonNull(kept.get(key(session)));
    int half = ofSession.length / 2;
    for (int i = 0; i < half; i++) {
      repeated += ofSession[i] == call ? 1 : 0;
    }
    ofSession[(int) (call % half)] = call;
    ofSession[half + (int) (call % half)] = call;
  }

  private static String key(int session) {
    return "conversation-" + (1_000_000_000 + session);
  }
}
