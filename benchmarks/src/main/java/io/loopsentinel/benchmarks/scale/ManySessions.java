package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Calls in sessions that are drawn at random, each with a new key: some of those that are live, or
 * all of them.
 *
 * <p>What lies in memory at random costs cache misses. How much of that is the machine's share is
 * shown by a {@link HashMap} with the same keys: by a lookup alone, and by the least that a guard
 * could do with what it finds, to look through the numbers of the last calls and replace one.
 */
final class ManySessions {

  private static final int CALLS_TO_WARM_UP = 100_000;
  private static final int LAST_CALLS = 10;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Caller caller = new Caller();
  private final Map<String, long[]> lastCalls = new HashMap<>();
  private long calls;
  private long found;

  private ManySessions() {}

  /**
   * Tells what a call costs, and what a lookup in a map.
   *
   * @param args how many calls each session has had, and numbers of sessions, ascending
   */
  public static void main(String[] args) {
    new ManySessions().measure(Integer.parseInt(args[0]), List.of(args).subList(1, args.length));
  }

  private void measure(int callsBefore, List<String> numbers) {
    int live = Integer.parseInt(numbers.get(numbers.size() - 1));
    for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
      caller.call(key(i % 100), "search_files");
    }
    for (int session = 0; session < live; session++) {
      lastCalls.put(key(session), new long[LAST_CALLS]);
      for (int i = 0; i < callsBefore; i++) {
        caller.call(key(session), "search_files");
      }
    }
    List<Workload> workloads = new ArrayList<>();
    for (String number : numbers) {
      int sessions = Integer.parseInt(number);
      workloads.add(
          new Workload(
              "sessions " + number,
              () -> caller.call(key(random.nextInt(sessions)), "search_files")));
      workloads.add(
          new Workload(
              "lookup " + number, () -> found += lastCalls(random.nextInt(sessions)).length));
      workloads.add(new Workload("least " + number, () -> callLeast(random.nextInt(sessions))));
    }
    Workload.tell(workloads);
    caller.checkAllRan();
    if (found == 0) {
      throw new IllegalStateException("nothing was looked up");
    }
  }

  private void callLeast(int session) {
    long[] last = lastCalls(session);
    long call = ++calls;
    for (long earlier : last) {
      found += earlier == call ? 1 : 0;
    }
    last[(int) (call % LAST_CALLS)] = call;
  }

  private long[] lastCalls(int session) {
    return Objects.requireNonNull(lastCalls.get(key(session)));
  }

  private static String key(int session) {
    return "conversation-" + (1_000_000_000 + session);
  }
}
