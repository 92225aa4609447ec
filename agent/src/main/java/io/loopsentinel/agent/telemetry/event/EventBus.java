package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events from any thread to the sinks, each on a thread of its own. Immediate sinks
 * receive events on the publishing thread.
 *
 * <p>Publishing never waits. If the queue of a sink is full, the event is dropped for that sink and
 * the drop is reported. All sinks receive events in the same order. Thread-safe.
 */
public final class EventBus {

  /** Maximum number of events that wait for a sink. */
  static final int CAPACITY = Receiver.CAPACITY;

  /** Bounds the threads: the application may keep adding listeners, each with its own thread. */
  static final int MAX_SINKS = 64;

  /** Held while events are queued, so that the sinks change only between two events. */
  private final Object queueLock = new Object();

  private final ThreadPoolExecutor tasks;
  private final Consumer<Throwable> failures;
  private volatile List<Receiver> receivers = List.of();
  private volatile boolean closed;

  /** Creates a bus without sinks. Errors of sinks and dropped events are reported as failures. */
  public EventBus(Consumer<Throwable> failures) {
    this.failures = failures;
    this.tasks = Receiver.executor("loop-sentinel events");
  }

  /** Adds a sink for all later events. If there are too many, logs a line and does not add it. */
  public void add(EventSink sink) {
    synchronized (queueLock) {
      if (receivers.size() < MAX_SINKS) {
        receivers = with(List.of(sink));
        return;
      }
    }
    failures.accept(
        new LocatedFailure(
            "events, " + sink.name(),
            "there are already " + MAX_SINKS + " listeners and sinks",
            "it gets no events; close subscriptions that are no longer needed",
            null));
  }

  /**
   * Replaces sinks. The old ones get the events published so far and are closed; the new ones get
   * all later events. Waits for the old ones to close, up to a timeout.
   */
  public void replace(List<EventSink> before, List<EventSink> after, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    CountDownLatch oldClosed = new CountDownLatch(1);
    List<Receiver> ending;
    synchronized (queueLock) {
      ending = receivers.stream().filter(each -> each.isOneOf(before)).toList();
      receivers = receivers.stream().filter(each -> !each.isOneOf(before)).toList();
      int kept = receivers.size();
      receivers = with(after);
      if (!ending.isEmpty()) {
        // The new sinks wait for the old ones, because they may write to the same file.
        receivers.subList(kept, receivers.size()).stream()
            .filter(each -> !each.isImmediate())
            .forEach(each -> each.runFirst(() -> await(oldClosed, deadline)));
      }
      ending.forEach(each -> each.close(EventSink::close));
    }
    awaitEnd(ending, deadline, timeout);
    oldClosed.countDown();
  }

  /** Removes a sink without closing it. It gets no further events. */
  public void remove(EventSink sink) {
    synchronized (queueLock) {
      List<EventSink> gone = List.of(sink);
      receivers.stream().filter(each -> each.isOneOf(gone)).forEach(Receiver::detach);
      receivers = receivers.stream().filter(each -> !each.isOneOf(gone)).toList();
    }
  }

  /** Returns whether a sink is registered; for tests. */
  boolean has(EventSink sink) {
    return receivers.stream().anyMatch(each -> each.isOneOf(List.of(sink)));
  }

  /** Returns whether any sink wants calls and turns; otherwise no trace need be created. */
  public boolean takesTraces() {
    return anySink(EventSink::takesTraces);
  }

  /** Returns whether any sink wants sizes and hashes in traces. */
  public boolean takesSizes() {
    return anySink(EventSink::takesSizes);
  }

  private boolean anySink(Predicate<EventSink> condition) {
    for (Receiver receiver : receivers) {
      if (condition.test(receiver.sink())) {
        return true;
      }
    }
    return false;
  }

  /** Publishes an event to all sinks. Never waits for queued sinks and never throws. */
  public void publish(LoopEvent event) {
    handOver(sink -> true, sink -> sink.accept(event), true);
  }

  /**
   * Publishes an event as {@link #publish(LoopEvent)} does, but creates it on the thread of the
   * first sink that receives it. Immediate sinks do not receive it.
   */
  public void publish(Supplier<LoopEvent> event) {
    if (anySink(sink -> !sink.isImmediate())) {
      LazyEvent lazy = new LazyEvent(event);
      handOver(sink -> true, sink -> sink.accept(lazy.get()), false);
    }
  }

  /**
   * Publishes a call or turn to the sinks that want them. Never waits for queued sinks and never
   * throws.
   *
   * @param values see {@link EventSink#trace}; must not change afterwards
   */
  public void publishTrace(Map<String, Object> values) {
    handOver(EventSink::takesTraces, sink -> sink.trace(values), true);
  }

  /** Notifies the sinks, on this thread, of a class loader with a newly guarded method. */
  public void publishGuarded(ClassLoader application) {
    receivers.forEach(receiver -> receiver.deliver(sink -> sink.guarded(application)));
  }

  private void handOver(
      Predicate<EventSink> wanted, Receiver.Delivery delivery, boolean toImmediate) {
    for (Receiver receiver : toImmediate ? receivers : List.<Receiver>of()) {
      if (receiver.isImmediate()) {
        receiver.deliver(delivery);
      }
    }
    List<Receiver> full = new ArrayList<>();
    synchronized (queueLock) {
      if (closed) {
        return;
      }
      for (Receiver receiver : receivers) {
        if (!receiver.isImmediate()
            && wanted.test(receiver.sink())
            && !isOffered(receiver, delivery)) {
          full.add(receiver);
        }
      }
    }
    // Not under the lock: the report is an event, too.
    full.forEach(Receiver::reportDropped);
  }

  /** Queues a delivery; returns false if the queue is full or the system has no thread for it. */
  private static boolean isOffered(Receiver receiver, Receiver.Delivery delivery) {
    try {
      return receiver.offer(delivery);
    } catch (OutOfMemoryError noThread) {
      return false;
    }
  }

  /**
   * Runs a task on the thread for such tasks, in order of submission. Returns {@code false}, and
   * does not run it, if too many tasks wait or the bus is closed.
   */
  public boolean execute(Runnable task) {
    synchronized (tasks) {
      if (tasks.isShutdown() || tasks.getQueue().size() >= CAPACITY) {
        return false;
      }
      tasks.execute(() -> run(task));
      return true;
    }
  }

  /** Delivers the waiting events, accepts no further ones and closes the sinks. */
  public void close(Duration timeout) {
    end(EventSink::close, timeout);
  }

  /** As {@link #close(Duration)}, with another way to close each sink. */
  void end(Receiver.Delivery closing, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (queueLock) {
      if (closed) {
        return;
      }
      closed = true;
      receivers.forEach(each -> each.close(closing));
    }
    awaitEnd(receivers, deadline, timeout);
    synchronized (tasks) {
      tasks.shutdown();
    }
    try {
      boolean unused = tasks.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(List<Receiver> ending, long deadline, Duration timeout) {
    try {
      for (Receiver receiver : ending) {
        receiver.awaitEnd(deadline, timeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CountDownLatch latch, long deadline) {
    try {
      boolean unused = latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the receivers and a new one for each of the sinks. */
  private List<Receiver> with(List<EventSink> sinks) {
    List<Receiver> all = new ArrayList<>(receivers);
    sinks.forEach(sink -> all.add(new Receiver(sink, failures)));
    return List.copyOf(all);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) {
      failures.accept(failure);
    }
  }

  /** An event that the first sink to receive it creates. */
  private static final class LazyEvent implements Supplier<LoopEvent> {

    private final Supplier<LoopEvent> source;
    private @Nullable LoopEvent event;

    LazyEvent(Supplier<LoopEvent> source) {
      this.source = source;
    }

    @Override
    public synchronized LoopEvent get() {
      if (event == null) {
        event = source.get();
      }
      return event;
    }
  }
}
