package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes events from whatever thread they happen on, and hands them to the sinks on one of its own.
 * Immediate sinks get them there and then.
 *
 * <p>Nobody waits: an event that finds the queue full is dropped and counted. Without a sink there
 * is no thread, and events go nowhere. Thread-safe.
 */
public final class EventBus {

  /** Events that wait; some 300 bytes each. */
  static final int CAPACITY = 1024;

  private final BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(CAPACITY);
  private final List<EventSink> sinks = new CopyOnWriteArrayList<>();
  private final List<EventSink> immediateSinks = new CopyOnWriteArrayList<>();
  private final List<Runnable> lastTasks = new CopyOnWriteArrayList<>();
  private final AtomicLong dropped = new AtomicLong();
  private final Consumer<Throwable> failures;
  private @Nullable Thread thread;
  private volatile boolean closing;
  private volatile boolean closed;
  private volatile boolean takesTraces;

  /**
   * Creates a bus without sinks.
   *
   * @param failures told of every error of a sink, and of events that were dropped
   */
  public EventBus(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  /** Has a sink handed all events from now on. */
  public synchronized void add(EventSink sink) {
    if (!closing) {
      sinks.add(sink);
      takesTraces |= sink.takesTraces();
      start();
    }
  }

  /** Starts its thread, for tasks where there is no sink. */
  public synchronized void start() {
    if (thread == null && !closing) {
      thread = AgentThread.daemon("loop-sentinel events", this::deliver);
      thread.start();
    }
  }

  /**
   * Has a sink handed all events from now on by the threads on which they happen, but for those
   * that are not even made there.
   *
   * @param sink thread-safe and quick, as calls wait for it; is never closed
   */
  public void addImmediate(EventSink sink) {
    immediateSinks.add(sink);
  }

  /**
   * Has a task publish what can only be said at the end of the JVM; other hooks of the JVM run
   * while {@link #close} does, and may come too late. It is run on the thread of the bus.
   */
  public void beforeEnd(Runnable task) {
    lastTasks.add(task);
  }

  /** Hands a sink no further events, and does not close it. */
  public void remove(EventSink sink) {
    sinks.remove(sink);
  }

  /** Whether anybody listens; where not, an event need not be made. */
  public boolean hasSinks() {
    return !sinks.isEmpty() || !immediateSinks.isEmpty();
  }

  /** Whether any sink does something with a finding by now; where not, its event is not made. */
  public boolean isListening() {
    return !sinks.isEmpty() || immediateSinks.stream().anyMatch(EventSink::isListening);
  }

  /** Whether anybody asks for calls and turns; where not, a trace need not be made. */
  public boolean takesTraces() {
    return takesTraces;
  }

  /** Hands an event to the sinks, soon; never waits and never throws. */
  public void publish(LoopEvent event) {
    handOver(immediateSinks, sink -> sink.accept(event));
    publish(() -> event);
  }

  /**
   * As {@link #publish(LoopEvent)}, for places where an event should not even be made; immediate
   * sinks do not get it.
   *
   * @param event makes it, on the thread of the bus
   */
  public void publish(Supplier<LoopEvent> event) {
    if (!sinks.isEmpty()) {
      enqueue(
          () -> {
            LoopEvent made = event.get();
            handOver(sinks, sink -> sink.accept(made));
          });
    }
  }

  /**
   * Hands a call or turn to the sinks that take them, soon; never waits and never throws.
   *
   * @param values see {@link EventSink#trace}
   */
  public void publishTrace(Map<String, Object> values) {
    Map<String, Object> copy = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    enqueue(
        () ->
            handOver(
                sinks.stream().filter(EventSink::takesTraces).toList(), sink -> sink.trace(copy)));
  }

  /**
   * Has a task run on the thread of the bus, in its order among events.
   *
   * @return whether it will be; not where the queue is full, or the bus closes
   */
  public boolean execute(Runnable task) {
    return !closing && queue.offer(task);
  }

  /** Returns how many events have found the queue full so far. */
  public long dropped() {
    return dropped.get();
  }

  /**
   * Does what is to be done before the end, hands over what waits, closes the sinks and takes no
   * further events; for the end of the JVM.
   *
   * @param patience how long to wait for that at most
   */
  public void close(Duration patience) {
    Thread running;
    synchronized (this) {
      closing = true;
      running = thread;
    }
    if (running == null || running == Thread.currentThread()) {
      return;
    }
    // Where the queue is full, it is awake. An interrupt would break into what a sink is at.
    queue.offer(() -> {});
    try {
      running.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliver() {
    long reported = 0;
    while (!closing) {
      try {
        run(queue.take());
      } catch (InterruptedException e) {
        // A sink interrupts its own thread; nobody else knows it.
      }
      reported = reportDropped(reported);
    }
    lastTasks.forEach(this::run);
    closed = true;
    for (Runnable waiting = queue.poll(); waiting != null; waiting = queue.poll()) {
      run(waiting);
    }
    reportDropped(reported);
    handOver(sinks, EventSink::close);
  }

  private void enqueue(Runnable delivery) {
    if (!closed && !queue.offer(delivery)) {
      dropped.incrementAndGet();
    }
  }

  private long reportDropped(long reported) {
    long now = dropped.get();
    if (now > reported) {
      report(
          new LocatedFailure(
              "events",
              "they come faster than a listener or sink takes them",
              "some are dropped",
              new IllegalStateException()));
    }
    return now;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) {
      report(failure);
    }
  }

  private void handOver(List<EventSink> receivers, Delivery delivery) {
    for (EventSink sink : receivers) {
      try {
        delivery.to(sink);
      } catch (Throwable failure) {
        report(
            new LocatedFailure(
                "events, " + sink.name(), null, "an event did not get through", failure));
      }
    }
  }

  private void report(Throwable failure) {
    try {
      failures.accept(failure);
    } catch (Throwable ignored) {
      // The reporter itself failed (out of memory, stack overflow): the next event matters more.
    }
  }

  @FunctionalInterface
  private interface Delivery {
    void to(EventSink sink) throws Exception;
  }
}
