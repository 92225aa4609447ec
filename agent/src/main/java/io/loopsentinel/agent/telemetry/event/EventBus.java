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
 * Takes events from whatever thread they happen on, and hands them to the sinks, each on a thread
 * of its own. Immediate sinks get them there and then.
 *
 * <p>Nobody waits: an event that finds the queue of a sink full is dropped for that sink and
 * reported. All sinks get events in the same order. Thread-safe.
 */
public final class EventBus {

  /** Events that wait for a sink. */
  static final int CAPACITY = Receiver.CAPACITY;

  /** Listeners of the application may be added without end; each may have a thread. */
  static final int MAX_SINKS = 64;

  /** Held while events are put into queues, so that a change of sinks comes between two events. */
  private final Object queueLock = new Object();

  private final ThreadPoolExecutor taskExecutor;
  private final Consumer<Throwable> failures;
  private volatile List<Receiver> receivers = List.of();
  private volatile boolean closed;

  /** Creates a bus without sinks that reports their errors, and events that are dropped. */
  public EventBus(Consumer<Throwable> failures) {
    this.failures = failures;
    this.taskExecutor = Receiver.executor("loop-sentinel events");
  }

  /** Adds a sink for all later events; too many sinks are refused with a line in the log. */
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
            "there are " + MAX_SINKS + " listeners and sinks already",
            "it gets no events; close the subscriptions that are no longer needed",
            null));
  }

  /**
   * Has sinks take the place of others, which are closed: those get the events published so far,
   * these all that follow. Waits for that, but not longer than the patience.
   */
  public void replace(List<EventSink> before, List<EventSink> after, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    CountDownLatch closedBefore = new CountDownLatch(1);
    List<Receiver> ending;
    synchronized (queueLock) {
      ending = receivers.stream().filter(each -> each.isOneOf(before)).toList();
      receivers = receivers.stream().filter(each -> !each.isOneOf(before)).toList();
      int kept = receivers.size();
      receivers = with(after);
      if (!ending.isEmpty()) {
        // They may write to the same file.
        receivers.subList(kept, receivers.size()).stream()
            .filter(each -> !each.isImmediate())
            .forEach(each -> each.runFirst(() -> await(closedBefore, deadline)));
      }
      ending.forEach(Receiver::close);
    }
    awaitEnd(ending, deadline, patience);
    closedBefore.countDown();
  }

  /** Hands a sink no further events, and does not close it. */
  public void remove(EventSink sink) {
    synchronized (queueLock) {
      List<EventSink> gone = List.of(sink);
      receivers.stream().filter(each -> each.isOneOf(gone)).forEach(Receiver::detach);
      receivers = receivers.stream().filter(each -> !each.isOneOf(gone)).toList();
    }
  }

  /** Returns whether a sink gets events; for tests. */
  boolean has(EventSink sink) {
    return receivers.stream().anyMatch(each -> each.isOneOf(List.of(sink)));
  }

  /** Whether anybody asks for calls and turns; where not, a trace need not be made. */
  public boolean takesTraces() {
    return anySink(EventSink::takesTraces);
  }

  /** Whether anybody asks for sizes and hashes in them. */
  public boolean takesSizes() {
    return anySink(EventSink::takesSizes);
  }

  private boolean anySink(Predicate<EventSink> wish) {
    for (Receiver receiver : receivers) {
      if (wish.test(receiver.sink())) {
        return true;
      }
    }
    return false;
  }

  /** Hands an event to the sinks, soon; never waits and never throws. */
  public void publish(LoopEvent event) {
    handOver(sink -> true, sink -> sink.accept(event), true);
  }

  /**
   * As {@link #publish(LoopEvent)}, for places where an event should not even be made: that is done
   * on the thread of the first sink that gets it, and immediate sinks do not get it.
   */
  public void publish(Supplier<LoopEvent> event) {
    if (anySink(sink -> !sink.isImmediate())) {
      LazyEvent once = new LazyEvent(event);
      handOver(sink -> true, sink -> sink.accept(once.get()), false);
    }
  }

  /**
   * Hands a call or turn to the sinks that take them, to immediate ones there and then and to the
   * others soon; never waits and never throws. Its values, see {@link EventSink#trace}, must not be
   * changed any more.
   */
  public void publishTrace(Map<String, Object> values) {
    handOver(EventSink::takesTraces, sink -> sink.trace(values), true);
  }

  /** Tells the sinks, there and then, whose method is guarded from now on. */
  public void publishGuarded(ClassLoader application) {
    receivers.forEach(receiver -> receiver.deliver(sink -> sink.guarded(application)));
  }

  private void handOver(
      Predicate<EventSink> takes, Receiver.Delivery delivery, boolean toImmediate) {
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
            && takes.test(receiver.sink())
            && !isOffered(receiver, delivery)) {
          full.add(receiver);
        }
      }
    }
    // Not under the lock: what is reported is an event in turn.
    full.forEach(Receiver::reportDropped);
  }

  /** Returns whether a sink will get something; not if the system has no thread for it, either. */
  private static boolean isOffered(Receiver receiver, Receiver.Delivery delivery) {
    try {
      return receiver.offer(delivery);
    } catch (OutOfMemoryError noThread) {
      return false;
    }
  }

  /**
   * Has a task run on a thread for all such tasks, in their order; returns whether it will be,
   * which it is not where too many wait, or the bus is closed.
   */
  public boolean execute(Runnable task) {
    synchronized (taskExecutor) {
      if (taskExecutor.isShutdown() || taskExecutor.getQueue().size() >= CAPACITY) {
        return false;
      }
      taskExecutor.execute(() -> run(task));
      return true;
    }
  }

  /**
   * Hands over what waits, takes no further events and closes the sinks; for the end of the JVM.
   *
   * @param patience how long to wait for events to be handed over at most
   */
  public void close(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (queueLock) {
      if (closed) {
        return;
      }
      closed = true;
      receivers.forEach(Receiver::close);
    }
    awaitEnd(receivers, deadline, patience);
    synchronized (taskExecutor) {
      taskExecutor.shutdown();
    }
    try {
      boolean unused = taskExecutor.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(List<Receiver> ending, long deadline, Duration patience) {
    try {
      for (Receiver receiver : ending) {
        receiver.awaitEnd(deadline, patience);
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

  /** Returns the receivers, and one of each further sink. */
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

  /** An event that is made by the first sink that gets it. */
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
