package io.loopsentinel.benchmarks.memory;

import io.loopsentinel.benchmarks.guarded.Caller;
import io.loopsentinel.benchmarks.guarded.ChildJvm;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import javax.management.JMException;

/**
 * Times the calls that begin sessions: while there is room, while each pushes out another, and
 * after all have been idle too long.
 *
 * <p>By processor time, which has no pauses of the garbage collector in it and no other work on the
 * machine; elapsed time has both.
 */
final class Evictions {

  private static final int CALLS_TO_WARM_UP = 50_000;

  /** Each begins a session, the only ones that are left then. */
  static final int CALLS_AFTER_IDLENESS = 1_000;

  private static final double MILLISECOND = 1e6;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Caller caller = new Caller();
  private int sessions;

  private Evictions() {}

  /**
   * Tells of the longest calls.
   *
   * @param args the number of sessions for which there is room, and for how many milliseconds to do
   *     nothing before the last calls
   */
  public static void main(String[] args) throws InterruptedException, JMException {
    new Evictions().measure(Integer.parseInt(args[0]), Long.parseLong(args[1]));
  }

  private void measure(int room, long idle) throws InterruptedException, JMException {
    for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
      caller.call("one session", "search_files");
    }
    long collecting = collecting();
    Times roomy = begin(room - 1);
    Times evicting = begin(room);
    ChildJvm.tell("collecting garbage, ms in all", (double) (collecting() - collecting));
    Thread.sleep(idle);
    Times expiring = begin(CALLS_AFTER_IDLENESS);
    caller.checkAllRan();
    roomy.tell("with room");
    evicting.tell("evicting");
    expiring.tell("after idleness");
    ChildJvm.tell("live after idleness", SessionCount.live());
  }

  private Times begin(int calls) {
    long[] processor = new long[calls];
    long[] elapsed = new long[calls];
    for (int i = 0; i < calls; i++) {
      String session = "conversation-" + sessions++;
      long start = System.nanoTime();
      long processorStart = threads.getCurrentThreadCpuTime();
      caller.call(session, "search_files");
      processor[i] = threads.getCurrentThreadCpuTime() - processorStart;
      elapsed[i] = System.nanoTime() - start;
    }
    return new Times(processor, elapsed);
  }

  private static long collecting() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  /** Nanoseconds of calls. */
  private static final class Times {

    private final long[] processor;
    private final long[] elapsed;

    Times(long[] processor, long[] elapsed) {
      this.processor = sorted(processor);
      this.elapsed = sorted(elapsed);
    }

    void tell(String when) {
      ChildJvm.tell("median, processor, " + when, processor[processor.length / 2] / MILLISECOND);
      ChildJvm.tell("longest, processor, " + when, last(processor) / MILLISECOND);
      ChildJvm.tell("longest, elapsed, " + when, last(elapsed) / MILLISECOND);
    }

    private static long[] sorted(long[] times) {
      long[] sorted = times.clone();
      Arrays.sort(sorted);
      return sorted;
    }

    private static long last(long[] times) {
      return times[times.length - 1];
    }
  }
}
