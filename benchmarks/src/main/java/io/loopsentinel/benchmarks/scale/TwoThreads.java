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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * How much more two threads get done than one, each in a session of its own.
 *
 * <p>The same is measured of digests, which share nothing: that is what the machine gives. And of
 * processor time, which shows waiting in loops and for memory, not other work on the machine. Each
 * thread makes what it works with, as in an application, and so in memory of its own.
 */
final class TwoThreads {

  private static final int PASSES = 30;
  private static final int CALLS = 20_000;
  private static final int CALLS_TO_WARM_UP = 100_000;

  private TwoThreads() {}

  /** Tells how many times as much two threads get done. */
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    List<Worker> two = List.of(Worker.begin("one"), Worker.begin("two"));
    try {
      measure(two);
    } finally {
      two.forEach(worker -> worker.thread().shutdown());
    }
  }

  private static void measure(List<Worker> two) throws InterruptedException, ExecutionException {
    List<Worker> one = two.subList(0, 1);
    run(two, Worker::call, CALLS_TO_WARM_UP);
    run(two, Worker::digest, CALLS_TO_WARM_UP);
    List<Double> gains = new ArrayList<>();
    List<Double> processorGains = new ArrayList<>();
    List<Double> machine = new ArrayList<>();
    for (int pass = 0; pass < PASSES; pass++) {
      Times ofOne = run(one, Worker::call, CALLS);
      Times ofTwo = run(two, Worker::call, CALLS);
      gains.add(2.0 * ofOne.elapsed() / ofTwo.elapsed());
      processorGains.add(4.0 * ofOne.processor() / ofTwo.processor());
      double digestsOfOne = run(one, Worker::digest, CALLS).elapsed();
      machine.add(2.0 * digestsOfOne / run(two, Worker::digest, CALLS).elapsed());
    }
    ChildJvm.tell("calls", Spread.of(gains).median());
    ChildJvm.tell("calls by processor time", Spread.of(processorGains).median());
    ChildJvm.tell("digests", Spread.of(machine).median());
  }

  private static Times run(List<Worker> workers, Function<Worker, Runnable> what, int times)
      throws InterruptedException, ExecutionException {
    long before = System.nanoTime();
    List<Future<Long>> running = new ArrayList<>();
    for (Worker worker : workers) {
      running.add(worker.thread().submit(() -> processorTime(what.apply(worker), times)));
    }
    long processor = 0;
    for (Future<Long> each : running) {
      processor += each.get();
    }
    return new Times(System.nanoTime() - before, processor);
  }

  private static long processorTime(Runnable step, int times) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      step.run();
    }
    return threads.getCurrentThreadCpuTime() - before;
  }

  /** A thread, and what it has made for itself to work with. */
  private record Worker(ExecutorService thread, Runnable call, Runnable digest) {

    static Worker begin(String session) throws InterruptedException, ExecutionException {
      ExecutorService thread = Executors.newSingleThreadExecutor();
      return thread.submit(() -> new Worker(thread, newCall(session), newDigest())).get();
    }

    private static Runnable newCall(String session) {
      Caller caller = new Caller();
      return () -> caller.call(session, "search_files");
    }

    private static Runnable newDigest() throws NoSuchAlgorithmException {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] bytes = new byte[100];
      return () -> bytes[0] = digest.digest(bytes)[0];
    }
  }

  /** Nanoseconds on the clock, and of all threads together on processors. */
  private record Times(long elapsed, long processor) {}
}
