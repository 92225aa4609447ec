package io.loopsentinel.it.jvm.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Many runs at once, and work of none, on a pool of two threads. */
final class SharedPools {

  private SharedPools() {}

  static void run() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ForkJoinPool forkJoin = new ForkJoinPool(2);
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String session = "run " + i;
      Thread run = new Thread(() -> many(session, pool, forkJoin, wrong));
      run.start();
      runs.add(run);
    }
    for (int i = 0; i < 500; i++) {
      expect("null", pool.submit(Runs::current).get(), wrong);
      expect("null", forkJoin.submit(Runs::current).get(), wrong);
    }
    for (Thread each : runs) {
      each.join();
    }
    System.out.println("mixed up: " + wrong);
    Runnable same = () -> System.out.println("the same task: " + Runs.current());
    CountDownLatch both = new CountDownLatch(1);
    ExecutorService single = Executors.newSingleThreadExecutor();
    Future<String> blocker = single.submit(() -> HandoverProgram.currentAfter(both));
    Runs.run("A", () -> execute(single, same));
    Runs.run("B", () -> execute(single, same));
    both.countDown();
    blocker.get();
    single.submit(() -> "").get();
    ThreadPoolExecutor refusing =
        new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (task, executor) -> {});
    refusing.shutdown();
    Runs.run("B", () -> execute(refusing, same));
    Runs.run("C", () -> execute(single, same));
    single.shutdown();
    pool.shutdown();
    forkJoin.shutdown();
  }

  private static void many(
      String session, ExecutorService pool, ForkJoinPool forkJoin, Collection<String> wrong) {
    try {
      for (int i = 0; i < 500; i++) {
        Runs.run(
            session,
            () -> {
              expect(session, pool.submit(Runs::current).get(), wrong);
              expect(session, forkJoin.submit(Runs::current).get(), wrong);
              expect(session, CompletableFuture.supplyAsync(Runs::current, pool).get(), wrong);
              expect(session, Runs.current(), wrong);
              return null;
            });
      }
    } catch (Exception e) {
      wrong.add(e.toString());
    }
  }

  private static void expect(String expected, String seen, Collection<String> wrong) {
    if (!expected.equals(seen)) {
      wrong.add(expected + " was " + seen);
    }
  }

  private static Void execute(Executor executor, Runnable task) {
    executor.execute(task);
    return null;
  }
}
