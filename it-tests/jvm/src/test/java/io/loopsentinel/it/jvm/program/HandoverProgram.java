package io.loopsentinel.it.jvm.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Hands work of a run to other threads in one way after another, and prints which run the work
 * found itself in.
 */
public final class HandoverProgram {

  private HandoverProgram() {}

  /** Takes the name of a group of ways. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "executors" -> executors();
      case "futures" -> futures();
      case "threads" -> threads();
      case "virtual" -> virtualThreads();
      case "shared" -> SharedPools.run();
      case "queue" -> queue();
      case "retransformed" -> retransformed();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void executors() throws Exception {
    ThreadPoolExecutor started = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
    started.prestartAllCoreThreads();
    for (int i = 0; i < 4; i++) {
      started.submit(Runs::current).get();
    }
    submitAndExecute("pool at work before", started);
    submitAndExecute("fixed pool", Executors.newFixedThreadPool(2));
    submitAndExecute("cached pool", Executors.newCachedThreadPool());
    submitAndExecute("single thread", Executors.newSingleThreadExecutor());
    submitAndExecute("overriding pool", new OverridingPool());
    submitAndExecute("work stealing pool", Executors.newWorkStealingPool(2));
    submitAndExecute("common pool", ForkJoinPool.commonPool());

    ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
    print("scheduled", () -> scheduled.schedule(Runs::current, 1, TimeUnit.MILLISECONDS).get());
    print("periodic", () -> thirdOf(scheduled));
    submitAndExecute("scheduled pool", scheduled);

    ForkJoinPool forkJoin = new ForkJoinPool(2);
    print("recursive task", () -> forkJoin.invoke(new Halves(4)));
    print("parallel stream", HandoverProgram::parallel);
    print("parallel stream in a pool", () -> forkJoin.submit(HandoverProgram::parallel).get());
    forkJoin.shutdown();
  }

  /** Of a run: four ways in; then the same threads outside of any run. */
  private static void submitAndExecute(String name, ExecutorService executor) throws Exception {
    print(
        name,
        () -> {
          List<String> seen = new ArrayList<>();
          seen.add(executor.submit(Runs::current).get());
          FutureTask<String> task = new FutureTask<>(Runs::current);
          executor.execute(task);
          seen.add(task.get());
          Callable<String> call = Runs::current;
          for (Future<String> each : executor.invokeAll(List.of(call, call))) {
            seen.add(each.get());
          }
          return seen;
        });
    List<String> after = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      after.add(executor.submit(Runs::current).get());
    }
    System.out.println(name + " after the run: " + after);
    executor.shutdown();
  }

  private static Set<String> parallel() {
    return IntStream.range(0, 64)
        .parallel()
        .mapToObj(i -> Runs.current())
        .collect(LinkedHashSet::new, Set::add, Set::addAll);
  }

  private static String thirdOf(ScheduledExecutorService executor) throws Exception {
    CountDownLatch times = new CountDownLatch(3);
    CompletableFuture<String> third = new CompletableFuture<>();
    Future<?> task =
        executor.scheduleAtFixedRate(
            () -> {
              times.countDown();
              if (times.getCount() == 0) {
                third.complete(Runs.current());
              }
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    String seen = third.get();
    task.cancel(false);
    return seen;
  }

  private static void futures() throws Exception {
    Executor newThread = task -> new OwnThread(task).start();
    print("supplyAsync", () -> CompletableFuture.supplyAsync(Runs::current).get());
    print(
        "supplyAsync on another executor",
        () -> CompletableFuture.supplyAsync(Runs::current, newThread).get());
    print(
        "runAsync",
        () -> {
          ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
          CompletableFuture.runAsync(() -> seen.add(Runs.current()), newThread).get();
          return seen;
        });
    for (boolean async : new boolean[] {true, false}) {
      print(async ? "stages, async" : "stages", () -> stages(async, newThread));
    }
  }

  /** What functions see that run when a thread of no run completes the future. */
  private static Collection<String> stages(boolean async, Executor executor) throws Exception {
    CompletableFuture<String> start = new CompletableFuture<>();
    CompletableFuture<String> other = CompletableFuture.completedFuture("");
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    CompletableFuture<?> end =
        async
            ? CompletableFuture.allOf(
                start.thenApplyAsync(value -> seen.add(Runs.current()), executor),
                start.thenAcceptAsync(value -> seen.add(Runs.current()), executor),
                start.thenRunAsync(() -> seen.add(Runs.current()), executor),
                start.thenComposeAsync(value -> noted(seen), executor),
                start.thenCombineAsync(other, (a, b) -> seen.add(Runs.current()), executor),
                start.handleAsync((value, failure) -> seen.add(Runs.current()), executor),
                start.whenCompleteAsync((value, failure) -> seen.add(Runs.current()), executor))
            : CompletableFuture.allOf(
                start.thenApply(value -> seen.add(Runs.current())),
                start.thenAccept(value -> seen.add(Runs.current())),
                start.thenRun(() -> seen.add(Runs.current())),
                start.thenCompose(value -> noted(seen)),
                start.thenCombine(other, (a, b) -> seen.add(Runs.current())),
                start.handle((value, failure) -> seen.add(Runs.current())),
                start.whenComplete((value, failure) -> seen.add(Runs.current())));
    new OwnThread(() -> start.complete("")).start();
    end.get();
    return seen;
  }

  private static CompletableFuture<Boolean> noted(Collection<String> seen) {
    return CompletableFuture.completedFuture(seen.add(Runs.current()));
  }

  private static void threads() throws Exception {
    print("new thread", () -> onNew(Thread::new));
    print("its own new thread", () -> onNew(task -> new Thread(() -> start(new Thread(task)))));
    print("thread of a subclass", () -> onNew(OwnThread::new));
    CountDownLatch ended = new CountDownLatch(1);
    FutureTask<String> late = new FutureTask<>(() -> currentAfter(ended));
    Runs.run("A", () -> start(new Thread(late)));
    ended.countDown();
    System.out.println("thread that outlives its run: " + late.get());
  }

  private static String onNew(Function<Runnable, Thread> threads) throws Exception {
    FutureTask<String> task = new FutureTask<>(Runs::current);
    start(threads.apply(task));
    return task.get();
  }

  static String currentAfter(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return Runs.current();
  }

  private static Thread start(Thread thread) {
    thread.start();
    return thread;
  }

  /** By reflection, for this is compiled for a JDK that has none. */
  private static void virtualThreads() throws Exception {
    ExecutorService executor =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    submitAndExecute("virtual threads", executor);
    print("structured task scope", HandoverProgram::structured);
    CountDownLatch ended = new CountDownLatch(1);
    ExecutorService another =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    Future<String> late =
        Runs.run(
            "A",
            () ->
                another.submit(
                    () -> {
                      ended.await();
                      Thread.sleep(1);
                      return Runs.current();
                    }));
    ended.countDown();
    System.out.println("virtual thread that outlives its run: " + late.get());
    another.shutdown();
  }

  private static String structured() throws Exception {
    Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
    Object scope = type.getMethod("open").invoke(null);
    Callable<String> work = Runs::current;
    Object forked = type.getMethod("fork", Callable.class).invoke(scope, work);
    type.getMethod("join").invoke(scope);
    Object seen = Class.forName(type.getName() + "$Subtask").getMethod("get").invoke(forked);
    type.getMethod("close").invoke(scope);
    return (String) seen;
  }

  /** What the application can see of a pool and its tasks is its own. */
  private static void queue() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new PriorityBlockingQueue<>(
                4, Comparator.comparing(task -> ((Numbered) task).number())));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Numbered third = new Numbered(3);
    Numbered second = new Numbered(2);
    Numbered first = new Numbered(1);
    Runs.run(
        "A",
        () -> {
          pool.execute(
              new Numbered(
                  0,
                  () -> {
                    begun.countDown();
                    go.await();
                    return null;
                  }));
          begun.await();
          pool.execute(third);
          pool.execute(second);
          pool.execute(first);
          return null;
        });
    System.out.println("queued: " + pool.getQueue().contains(second));
    System.out.println("removed: " + pool.remove(second));
    go.countDown();
    pool.shutdown();
    System.out.println("done: " + pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  /** Another agent has the same classes transformed once more. */
  private static void retransformed() throws Exception {
    Runs.run("A", () -> null);
    TouchingAgent.retransform();
    print("supplyAsync", () -> CompletableFuture.supplyAsync(Runs::current).get());
    submitAndExecute("fixed pool", Executors.newFixedThreadPool(2));
    System.out.println("touched: " + TouchingAgent.touched());
  }

  private static void print(String name, Callable<?> work) throws Exception {
    System.out.println(name + ": " + Runs.run("A", work));
  }

  /** A thread that inherits no run, as those of event loops do not. */
  private static final class OwnThread extends Thread {
    OwnThread(Runnable task) {
      super(task);
    }
  }

  /** A pool that has its own use for what others instrument. */
  private static final class OverridingPool extends ThreadPoolExecutor {
    OverridingPool() {
      super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {}

    @Override
    protected void afterExecute(Runnable task, Throwable failure) {}
  }

  /** Splits itself until there is one call to make. */
  private static final class Halves extends RecursiveTask<Set<String>> {

    private static final long serialVersionUID = 1L;

    private final int calls;

    Halves(int calls) {
      this.calls = calls;
    }

    @Override
    protected Set<String> compute() {
      if (calls == 1) {
        return Set.of(Runs.current());
      }
      Halves left = new Halves(calls / 2);
      left.fork();
      Set<String> seen = new LinkedHashSet<>(new Halves(calls - calls / 2).compute());
      seen.addAll(left.join());
      return seen;
    }
  }

  /** A task with a place in the order of things. */
  private record Numbered(int number, Callable<?> body) implements Runnable {
    Numbered(int number) {
      this(
          number,
          () -> {
            System.out.println("task " + number + ": " + Runs.current());
            return null;
          });
    }

    @Override
    public void run() {
      try {
        body.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
