package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.targets.thread.AgentThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sink of the bus with its own queue and daemon thread, so that a blocking sink does not delay
 * others. The thread starts with the first event and ends after some idle time.
 *
 * <p>The bus adds one task at a time; tasks run in order of addition.
 */
final class Receiver {

  /** Maximum number of waiting events, of about 300 bytes each. */
  static final int CAPACITY = 1024;

  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

  private final EventSink sink;
  private final Consumer<Throwable> failures;
  private final ThreadPoolExecutor executor;
  private volatile boolean detached;

  @FunctionalInterface
  interface Delivery {
    void deliverTo(EventSink sink) throws Exception;
  }

  Receiver(EventSink sink, Consumer<Throwable> failures) {
    this.sink = sink;
    this.failures = failures;
    // An unbounded queue, because the task that closes the sink must always fit.
    this.executor = executor("loop-sentinel events, " + sink.name());
  }

  static ThreadPoolExecutor executor(String thread) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_TIMEOUT.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> AgentThread.daemon(thread, task));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  EventSink sink() {
    return sink;
  }

  /** Returns whether its sink is one of these; by identity, as equals may be the application's. */
  @SuppressWarnings("ReferenceEquality")
  boolean isOneOf(List<EventSink> sinks) {
    return sinks.stream().anyMatch(each -> each == sink);
  }

  boolean isImmediate() {
    return sink.isImmediate();
  }

  /** Queues a delivery; returns {@code false} if the queue is full. */
  boolean offer(Delivery delivery) {
    if (executor.getQueue().size() >= CAPACITY) {
      return false;
    }
    executor.execute(
        () -> {
          if (!detached) {
            deliver(delivery);
          }
        });
    return true;
  }

  /** Performs a delivery on the current thread. */
  void deliver(Delivery delivery) {
    try {
      delivery.deliverTo(sink);
    } catch (Throwable failure) {
      failures.accept(failure(null, "an event was not delivered", failure));
    }
  }

  void reportDropped() {
    String problem = "they arrive faster than it handles them";
    failures.accept(failure(problem, "some are dropped", null));
  }

  /** Makes the sink wait before its first event; must be called before any {@link #offer}. */
  void runFirst(Runnable wait) {
    executor.execute(wait);
  }

  /** Starts to deliver waiting events and then to close the sink; does not wait. */
  void close(Delivery closing) {
    executor.execute(
        () -> {
          deliver(EventSink::finish);
          deliver(closing);
        });
    executor.shutdown();
  }

  /** Stops deliveries without closing the sink. */
  void detach() {
    detached = true;
    executor.shutdown();
  }

  /** Waits for the waiting deliveries; reports a failure if they do not finish in time. */
  void awaitEnd(long deadline, Duration timeout) throws InterruptedException {
    long left = deadline - System.nanoTime();
    if (!executor.awaitTermination(left, TimeUnit.NANOSECONDS)) {
      String problem = "not all were delivered within " + timeout.toMillis() + " ms";
      failures.accept(failure(problem, "it gets no further ones", null));
    }
  }

  private LocatedFailure failure(
      @Nullable String problem, String consequence, @Nullable Throwable cause) {
    return new LocatedFailure("events, " + sink.name(), problem, consequence, cause);
  }
}
