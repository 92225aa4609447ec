package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Takes events from whatever thread they happen on, and hands them to the sinks on one of its own.
 * Immediate sinks get them there and then.
 *
 * <p>Nobody waits: an event that finds the queue full is dropped and reported. Without a sink there
 * is no thread, and events go nowhere. Thread-safe.
 */
public final class EventBus {

  /** Events that wait; some 300 bytes each. */
  static final int CAPACITY = 1024;

  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(CAPACITY),
          task -> AgentThread.daemon("loop-sentinel events", task));

  private final List<EventSink> sinks = new CopyOnWriteArrayList<>();
  private final Consumer<Throwable> failures;

  /** Creates a bus without sinks that reports their errors, and events that are dropped. */
  public EventBus(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  /** Has a sink handed all events from now on. */
  public void add(EventSink sink) {
    sinks.add(sink);
    if (!sink.isImmediate()) {
      // Not by the first call that has something to tell.
      executor.prestartCoreThread();
    }
  }

  /**
   * Has sinks take the place of others, which are closed: those get the events published so far,
   * these all that follow. Waits for that, but not longer than the patience.
   */
  public void replace(List<EventSink> before, List<EventSink> after, Duration patience) {
    FutureTask<Void> swap =
        new FutureTask<>(
            () -> {
              sinks.removeAll(before);
              handOver(before, EventSink::finish);
              handOver(before, EventSink::close);
              sinks.addAll(after);
            },
            null);
    if (!execute(swap)) {
      swap.run();
    }
    try {
      swap.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      failures.accept(e);
    }
  }

  /** Hands a sink no further events, and does not close it. */
  public void remove(EventSink sink) {
    sinks.remove(sink);
  }

  /** Whether anybody asks for calls and turns; where not, a trace need not be made. */
  public boolean takesTraces() {
    return anyOf(EventSink::takesTraces);
  }

  /** Whether anybody asks for sizes and hashes in them. */
  public boolean takesSizes() {
    return anyOf(EventSink::takesSizes);
  }

  private boolean anyOf(Predicate<EventSink> wish) {
    for (EventSink sink : sinks) {
      if (wish.test(sink)) {
        return true;
      }
    }
    return false;
  }

  /** Hands an event to the sinks, soon; never waits and never throws. */
  public void publish(LoopEvent event) {
    handOver(true, sink -> sink.accept(event));
    publish(() -> event);
  }

  /**
   * As {@link #publish(LoopEvent)}, for places where an event should not even be made: that is done
   * on the thread of the bus, and immediate sinks do not get it.
   */
  public void publish(Supplier<LoopEvent> event) {
    if (anyOf(sink -> !sink.isImmediate())) {
      enqueue(
          () -> {
            LoopEvent made = event.get();
            handOver(false, sink -> sink.accept(made));
          });
    }
  }

  /**
   * Hands a call or turn to the sinks that take them, to immediate ones there and then and to the
   * others soon; never waits and never throws. Its values, see {@link EventSink#trace}, must not be
   * changed any more.
   */
  public void publishTrace(Map<String, Object> values) {
    handOver(true, sink -> sink.trace(values));
    if (anyOf(sink -> !sink.isImmediate() && sink.takesTraces())) {
      enqueue(() -> handOver(false, sink -> sink.trace(values)));
    }
  }

  /** Tells the sinks, there and then, whose method is guarded from now on. */
  public void publishGuarded(ClassLoader application) {
    handOver(sinks, sink -> sink.guarded(application));
  }

  private void enqueue(Runnable delivery) {
    if (!execute(delivery) && !executor.isShutdown()) {
      failures.accept(
          new LocatedFailure(
              "events",
              "they come faster than a listener or sink takes them",
              "some are dropped",
              null));
    }
  }

  /**
   * Has a task run on the thread of the bus, in its order among events; returns whether it will be,
   * which it is not where the queue is full, or the bus is closed.
   */
  public boolean execute(Runnable task) {
    try {
      executor.execute(() -> run(task));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /**
   * Hands over what waits, takes no further events and closes the sinks; for the end of the JVM.
   *
   * @param patience how long to wait for events to be handed over at most
   */
  public void close(Duration patience) {
    executor.shutdown();
    try {
      if (executor.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        handOver(sinks, EventSink::finish);
        handOver(sinks, EventSink::close);
      } else {
        failures.accept(
            new LocatedFailure(
                "events",
                "not all are handed over within " + patience.toMillis() + " ms",
                "the JVM ends without",
                null));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) {
      failures.accept(failure);
    }
  }

  private void handOver(boolean immediate, Delivery delivery) {
    handOver(sinks.stream().filter(sink -> sink.isImmediate() == immediate).toList(), delivery);
  }

  private void handOver(List<EventSink> receivers, Delivery delivery) {
    for (EventSink sink : receivers) {
      try {
        delivery.to(sink);
      } catch (Throwable failure) {
        failures.accept(
            new LocatedFailure(
                "events, " + sink.name(), null, "an event did not get through", failure));
      }
    }
  }

  @FunctionalInterface
  private interface Delivery {
    void to(EventSink sink) throws Exception;
  }
}
