package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.Caller;
import io.loopsentinel.benchmarks.guarded.ChildJvm;
import io.loopsentinel.benchmarks.report.Spread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How much more two threads get done than one, each in a session of its own.
 *
 * <p>The same is measured of digests, which share nothing: that is what the machine gives. And of
 * processor time, which shows waiting in loops and for memory, not other work on the machine.
 */
final class TwoThreads {

  private static final int PASSES = 30;
  private static final int CALLS = 20_000;
  private static final int CALLS_TO_WARM_UP = 100_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private TwoThreads() {}

  /** Tells how many times as much two threads get done. */
  public static void main(String[] args)
      throws InterruptedException, ExecutionException, NoSuchAlgorithmException {
    new TwoThreads().measure();
  }

  private void measure() throws InterruptedException, ExecutionException, NoSuchAlgorithmException {
    List<Runnable> calls = List.of(call("one"), call("two"));
    List<Runnable> digests = List.of(digest(), digest());
    for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
      calls.get(i % 2).run();
      digests.get(i % 2).run();
    }
    List<Double> gains = new ArrayList<>();
    List<Double> processorGains = new ArrayList<>();
    List<Double> machine = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      for (int pass = 0; pass < PASSES; pass++) {
        Times one = run(pool, calls.subList(0, 1));
        Times two = run(pool, calls);
        gains.add(2.0 * one.elapsed() / two.elapsed());
        processorGains.add(4.0 * one.processor() / two.processor());
        machine.add(
            2.0 * run(pool, digests.subList(0, 1)).elapsed() / run(pool, digests).elapsed());
      }
    } finally {
      pool.shutdown();
    }
    ChildJvm.tell("calls", Spread.of(gains).median());
    ChildJvm.tell("calls by processor time", Spread.of(processorGains).median());
    ChildJvm.tell("digests", Spread.of(machine).median());
  }

  private static Runnable call(String session) {
    Caller caller = new Caller();
    return () -> caller.call(session, "search_files");
  }

  private static Runnable digest() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] bytes = new byte[100];
    return () -> bytes[0] = digest.digest(bytes)[0];
  }

  private Times run(ExecutorService pool, List<Runnable> steps)
      throws InterruptedException, ExecutionException {
    List<Callable<Long>> tasks = steps.stream().map(this::task).toList();
    long before = System.nanoTime();
    long processor = 0;
    for (Future<Long> future : pool.invokeAll(tasks)) {
      processor += future.get();
    }
    return new Times(System.nanoTime() - before, processor);
  }

  private Callable<Long> task(Runnable step) {
    return () -> {
      long before = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < CALLS; i++) {
        step.run();
      }
      return threads.getCurrentThreadCpuTime() - before;
    };
  }

  /** Nanoseconds on the clock, and of all threads together on processors. */
  private record Times(long elapsed, long processor) {}
}
