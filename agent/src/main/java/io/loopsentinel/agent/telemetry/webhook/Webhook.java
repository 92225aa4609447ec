package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.webhook.HttpSender.Answer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends alerts to one receiver, one after the other, on a thread of its own.
 *
 * <p>What is beyond the limit of a minute, finds the queue full or cannot be delivered is counted,
 * and told in the next message; a message of its own tells of it where none follows.
 */
final class Webhook {

  /**
   * How long to wait before a message is sent again.
   *
   * @param first before the first time, at most
   * @param longest before any
   */
  record Backoff(Duration first, Duration longest) {

    static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /**
     * Returns a random time that doubles from one to the next: receivers that were down are not to
     * be met by all JVMs at the same moment.
     */
    private long nanos(int retry) {
      long most = Math.min(longest.toNanos(), first.toNanos() << Math.min(retry, 10));
      return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
    }
  }

  /** An event that waits; an entry without one only wakes the thread. */
  private record Entry(@Nullable LoopEvent event) {}

  /** Events that wait. */
  static final int CAPACITY = 256;

  /** A longer pause that a receiver asks for is kept by sending nothing at all. */
  private static final long LONGEST_WAIT = TimeUnit.MINUTES.toNanos(1);

  private static final int MOST_DOUBLINGS = 6;

  private final WebhookSettings settings;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final Backoff backoff;
  private final LongSupplier nanoTime;

  private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>(CAPACITY);

  private final Map<LoopEvent.Type, Long> dropped = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final LineLimit limit;
  private @Nullable Thread thread;
  private @Nullable HttpSender sender;

  /** What was not told yet, by type; of the thread alone. */
  private final Map<LoopEvent.Type, Long> heldBack = new EnumMap<>(LoopEvent.Type.class);

  private final Map<LoopEvent.Type, Long> lost = new EnumMap<>(LoopEvent.Type.class);
  private @Nullable Long pausedUntil;
  private int failedInARow;
  private volatile long deadline;

  /**
   * Creates a receiver and starts nothing.
   *
   * @param failures told of each message that did not get through
   * @param nanoTime a clock that only runs forwards
   */
  Webhook(
      WebhookSettings settings,
      MainThread main,
      Consumer<Throwable> failures,
      Backoff backoff,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.main = main;
    this.failures = failures;
    this.backoff = backoff;
    this.nanoTime = nanoTime;
    this.limit = new LineLimit(settings.perMinute(), settings.perMinute(), nanoTime);
  }

  /** Returns a thread that keeps neither the JVM nor a class loader of the application alive. */
  static Thread thread(Runnable task) {
    return AgentThread.daemon("loop-sentinel webhook", task);
  }

  /** Takes an event in; never waits. For one thread. */
  void accept(LoopEvent event) {
    if (!settings.events().contains(event.type())) {
      return;
    }
    if (!queue.offer(new Entry(event))) {
      dropped.merge(event.type(), 1L, Long::sum);
    }
    if (thread == null) {
      thread = thread(this::deliver);
      thread.start();
    }
  }

  /**
   * Takes no more in, and tries to send what waits.
   *
   * @param until when to give up, by {@link System#nanoTime}
   */
  void finish(long until) {
    deadline = until;
    closing.countDown();
    // Where the queue is full, the thread is awake. An interrupt would break into a request.
    boolean unused = queue.offer(new Entry(null));
  }

  /** Waits for what {@link #finish} began. */
  void awaitEnd(long until) throws InterruptedException {
    if (thread != null) {
      TimeUnit.NANOSECONDS.timedJoin(thread, until - System.nanoTime());
    }
  }

  private void deliver() {
    try {
      boolean begun = main.hasBegun();
      while (!begun && !closing.await(100, TimeUnit.MILLISECONDS)) {
        begun = main.hasBegun();
      }
      while (!isClosing()) {
        handle(queue.poll(untilSummary(), TimeUnit.NANOSECONDS));
      }
      while (!queue.isEmpty() && timeLeft() > 0) {
        handle(queue.poll());
      }
      countDropped();
      if (hasMissed() && timeLeft() > 0) {
        send(null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** A receiver that stays away is told of what it missed at ever longer distances. */
  private long untilSummary() {
    return hasMissed()
        ? TimeUnit.MINUTES.toNanos(1) << Math.min(failedInARow, MOST_DOUBLINGS)
        : Long.MAX_VALUE;
  }

  private boolean hasMissed() {
    return !heldBack.isEmpty() || !lost.isEmpty();
  }

  /**
   * Sends an event, or tells of what was missed.
   *
   * @param next {@code null} where none came in time
   */
  private void handle(@Nullable Entry next) throws InterruptedException {
    countDropped();
    LoopEvent event = next == null ? null : next.event();
    if (event == null && (next != null || !hasMissed())) {
      return;
    }
    boolean paused = pausedUntil != null && pausedUntil - nanoTime.getAsLong() > 0;
    if (!paused && limit.decide(settings).writes()) {
      send(event);
    } else if (event != null) {
      heldBack.merge(event.type(), 1L, Long::sum);
    }
  }

  private void countDropped() {
    for (LoopEvent.Type type : settings.events()) {
      Long count = dropped.remove(type);
      if (count != null) {
        lost.merge(type, count, Long::sum);
      }
    }
  }

  private void send(@Nullable LoopEvent event) throws InterruptedException {
    try {
      if (delivered(settings.body().write(event, heldBack, lost))) {
        heldBack.clear();
        lost.clear();
        failedInARow = 0;
        return;
      }
    } catch (RuntimeException | LinkageError e) {
      report(null, e);
    }
    failedInARow++;
    if (event != null) {
      lost.merge(event.type(), 1L, Long::sum);
    }
  }

  private boolean delivered(String body) throws InterruptedException {
    if (sender == null) {
      sender = new HttpSender(settings);
    }
    for (int retry = 0; ; retry++) {
      Answer answer = sender.send(body, patience());
      if (answer.isTaken()) {
        return true;
      }
      boolean isLongPause = !answer.isRefused() && answer.pause() > LONGEST_WAIT;
      if (isLongPause) {
        pausedUntil = nanoTime.getAsLong() + answer.pause();
      }
      if (answer.isRefused() || isLongPause || retry == settings.retries() || timeLeft() <= 0) {
        report(explanation(answer), answer.failure());
        return false;
      }
      pause(Math.max(answer.pause(), backoff.nanos(retry)));
    }
  }

  /** Waits for a time; no longer than a moment once the JVM ends. */
  private void pause(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    if (closing.await(nanos, TimeUnit.NANOSECONDS)) {
      // There is little time then, and one more attempt at once would fail as the last one did.
      long moment = TimeUnit.MILLISECONDS.toNanos(200);
      TimeUnit.NANOSECONDS.sleep(Math.min(end - System.nanoTime(), moment));
    }
  }

  private Duration patience() {
    return isClosing()
        ? Duration.ofNanos(Math.max(1, Math.min(timeLeft(), settings.timeout().toNanos())))
        : settings.timeout();
  }

  /** Returns the nanoseconds left; all the time of the world until the end of the JVM. */
  private long timeLeft() {
    return isClosing() ? deadline - System.nanoTime() : Long.MAX_VALUE;
  }

  private @Nullable String explanation(Answer answer) {
    if (answer.status() != 0) {
      return "the receiver answered with status " + answer.status();
    }
    return answer.failure() != null
        ? null
        : "no answer within " + settings.timeout().toSeconds() + "s";
  }

  private void report(@Nullable String explanation, @Nullable Throwable cause) {
    failures.accept(
        new LocatedFailure(
            settings.name(),
            explanation,
            "an alert is lost, and counted in the next one",
            cause == null ? new IllegalStateException() : cause));
  }
}
