package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One sink of the bus, with a queue and a daemon thread of its own, so that one that blocks holds
 * up no other. The thread starts with the first event and ends when none has come for a while.
 *
 * <p>Tasks are put in one at a time, by the bus; they run in that order.
 */
final class Receiver {

  /** Events that wait; some 300 bytes each. */
  static final int CAPACITY = 1024;

  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

  private final EventSink sink;
  private final Consumer<Throwable> failures;
  private final ThreadPoolExecutor executor;
  private volatile boolean detached;

  /** Something that is done with a sink. */
  @FunctionalInterface
  interface Delivery {
    void deliverTo(EventSink sink) throws Exception;
  }

  Receiver(EventSink sink, Consumer<Throwable> failures) {
    this.sink = sink;
    this.failures = failures;
    // Not bounded by itself: the end of a sink has to find room.
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

  /** Returns whether its sink is one of these; what equals another may be the application's. */
  @SuppressWarnings("ReferenceEquality")
  boolean isOneOf(List<EventSink> sinks) {
    return sinks.stream().anyMatch(each -> each == sink);
  }

  boolean isImmediate() {
    return sink.isImmediate();
  }

  /**
   * Hands something over soon; returns whether it will be, which it is not if the queue is full.
   */
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

  /** Hands something over on the thread of the caller. */
  void deliver(Delivery delivery) {
    try {
      delivery.deliverTo(sink);
    } catch (Throwable failure) {
      failures.accept(failure(null, "an event did not get through", failure));
    }
  }

  void reportDropped() {
    String problem = "they come faster than it takes them";
    failures.accept(failure(problem, "some are dropped", null));
  }

  /** Makes the sink wait before its first event. */
  void runFirst(Runnable wait) {
    executor.execute(wait);
  }

  /** Hands over what waits, then closes the sink; does not wait for that. */
  void close() {
    executor.execute(
        () -> {
          deliver(EventSink::finish);
          deliver(EventSink::close);
        });
    executor.shutdown();
  }

  /** Hands nothing over any more, and does not close the sink. */
  void detach() {
    detached = true;
    executor.shutdown();
  }

  /** Waits for the end of what waits; reports that it did not come. */
  void awaitEnd(long deadline, Duration patience) throws InterruptedException {
    long left = deadline - System.nanoTime();
    if (!executor.awaitTermination(left, TimeUnit.NANOSECONDS)) {
      String problem = "not all are handed over within " + patience.toMillis() + " ms";
      failures.accept(failure(problem, "it gets no more", null));
    }
  }

  private LocatedFailure failure(
      @Nullable String problem, String consequence, @Nullable Throwable cause) {
    return new LocatedFailure("events, " + sink.name(), problem, consequence, cause);
  }
}
