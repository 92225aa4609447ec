package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.ChildJvm;
import io.loopsentinel.benchmarks.guarded.Dispatcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * 64 virtual threads in one session, first with the same call all of them, then with calls that are
 * all different. Needs Java 21.
 */
final class VirtualThreads {

  private static final int THREADS = 64;
  private static final int CALLS_OF_A_THREAD = 500;
  private static final String PINNED = "jdk.VirtualThreadPinned";

  private VirtualThreads() {}

  /**
   * Tells how many calls ran, and how often a carrier was pinned: at first, when classes are
   * loaded, which pins the carriers of those who wait for it, and thereafter.
   *
   * @param args a file for a recording
   */
  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException, ReflectiveOperationException {
    Path file = Path.of(args[0]);
    tell(file, " at first");
    tell(file, "");
  }

  private static void tell(Path file, String when)
      throws IOException, InterruptedException, ExecutionException, ReflectiveOperationException {
    try (Recording recording = new Recording()) {
      recording.enable(PINNED).withThreshold(Duration.ZERO);
      recording.start();
      int equal = ran("equal" + when, call -> Map.of("query", "timeout"));
      int different = ran("different" + when, call -> Map.of("query", call));
      recording.stop();
      recording.dump(file);
      long pinned =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().equals(PINNED))
              .count();
      ChildJvm.tell("equal calls that ran" + when, equal);
      ChildJvm.tell("different calls that ran" + when, different);
      ChildJvm.tell("carriers pinned" + when, (double) pinned);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static int ran(String session, IntFunction<Object> arguments)
      throws InterruptedException, ExecutionException, ReflectiveOperationException {
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger numbers = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = virtualThreads();
    try {
      var tasks =
          IntStream.range(0, THREADS)
              .<Future<?>>mapToObj(
                  thread ->
                      threads.submit(
                          () -> {
                            Dispatcher dispatcher = new Dispatcher(new String[] {"12 hits"});
                            start.await();
                            for (int i = 0; i < CALLS_OF_A_THREAD; i++) {
                              Object call = arguments.apply(numbers.getAndIncrement());
                              attempt(() -> dispatcher.send(session, "search_files", call));
                            }
                            return ran.addAndGet(dispatcher.calls());
                          }))
              .toList();
      start.countDown();
      for (Future<?> task : tasks) {
        task.get();
      }
    } finally {
      threads.shutdown();
    }
    return ran.get();
  }

  /** A method without a result is refused by an error of the agent. */
  private static void attempt(Runnable call) {
    try {
      call.run();
    } catch (Error e) {
      if (!e.getClass().getSimpleName().equals("ToolLoopError")) {
        throw e;
      }
    }
  }

  /** By reflection, since this is compiled for Java 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /** How many calls are made in each of the two sessions. */
  static int calls() {
    return THREADS * CALLS_OF_A_THREAD;
  }
}
