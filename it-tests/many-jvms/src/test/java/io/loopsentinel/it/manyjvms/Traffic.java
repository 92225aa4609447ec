package io.loopsentinel.it.manyjvms;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Loops in one conversation after the other, on several threads. */
final class Traffic {

  /** Calls in a conversation: three run, the others do not. */
  private static final int CALLS = 5;

  /** The time that a thread leaves to others after each call. */
  private static final long PAUSE_NANOS = 500_000;

  /** Conversations of each thread, in which the JVM warms up, whose waits do not count. */
  private static final int WARM_UP = 20;

  private Traffic() {}

  /** The waits of a thread's calls in nanoseconds, and its conversations that were judged wrong. */
  private record Share(List<Long> waits, List<String> wrong) {}

  /**
   * Calls until a file exists.
   *
   * @return {@code calls=… wrong=… p50=… p99=… p999=… max=…}, times in microseconds. A call that
   *     throws is wrong, too
   */
  static String run(String stop, int count) throws Exception {
    File end = new File(stop);
    ExecutorService threads = Executors.newFixedThreadPool(count);
    List<Future<Share>> shares = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = ProcessHandle.current().pid() + "-" + i + "-";
      shares.add(threads.submit(() -> share(end, name)));
    }
    threads.shutdown();
    List<String> wrong = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (Future<Share> share : shares) {
      wrong.addAll(share.get().wrong());
      all.addAll(share.get().waits());
    }
    long[] waits = all.stream().mapToLong(Long::longValue).sorted().toArray();
    return "calls=%d wrong=%s p50=%d p99=%d p999=%d max=%d"
        .formatted(
            waits.length,
            wrong.stream().distinct().toList(),
            waits[waits.length / 2] / 1_000,
            waits[waits.length * 99 / 100] / 1_000,
            waits[(int) (waits.length * 999L / 1_000)] / 1_000,
            waits[waits.length - 1] / 1_000);
  }

  private static Share share(File end, String name) {
    Share share = new Share(new ArrayList<>(), new ArrayList<>());
    // One that counts at least: on a busy machine the end may come while this JVM warms up.
    for (int conversation = 0; conversation <= WARM_UP || !end.exists(); conversation++) {
      StringBuilder verdicts = new StringBuilder();
      for (int call = 0; call < CALLS; call++) {
        long start = System.nanoTime();
        verdicts.append(verdict(name + conversation));
        if (conversation >= WARM_UP) {
          share.waits().add(System.nanoTime() - start);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      if (!verdicts.toString().matches("[RW]{3}HH")) {
        share.wrong().add(verdicts.toString());
      }
    }
    return share;
  }

  private static String verdict(String conversation) {
    try {
      return String.valueOf(RandomCalls.letter(PodProgram.search(conversation, "traffic")));
    } catch (Throwable thrown) {
      return thrown.toString();
    }
  }
}
