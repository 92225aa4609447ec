package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.webhook.HttpSender.Answer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
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

  /** An event that waits; an entry without one only wakes the thread. */
  private record Entry(@Nullable LoopEvent event) {}

  /** Events that wait. */
  static final int CAPACITY = 256;

  /** How long to wait before a message is sent again the first time; longer from time to time. */
  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private static final int LONGEST_PAUSE = 30;
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final String IS_LOST = "an alert is lost, and counted in the next one";

  private final WebhookSettings settings;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final Duration firstPause;
  private final LongSupplier nanoTime;
  private final LineLimit limit;

  private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>(CAPACITY);

  /** What was not told yet, by type. */
  private final Map<String, Long> heldBack = new ConcurrentSkipListMap<>();

  private final Map<String, Long> lost = new ConcurrentSkipListMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable Thread thread;
  private @Nullable HttpSender sender;
  private @Nullable Long pausedUntil;

  /** Creates a receiver that reports what did not get through; starts nothing. */
  Webhook(
      WebhookSettings settings,
      MainThread main,
      Consumer<Throwable> failures,
      Duration firstPause,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.main = main;
    this.failures = failures;
    this.firstPause = firstPause;
    this.nanoTime = nanoTime;
    this.limit = new LineLimit(settings.perMinute(), settings.perMinute(), nanoTime);
  }

  static Thread thread(Runnable task) {
    return AgentThread.daemon("loop-sentinel webhook", task);
  }

  /** Takes an event in; never waits. For one thread. */
  void accept(LoopEvent event) {
    if (!settings.events().contains(event.type())) {
      return;
    }
    if (!queue.offer(new Entry(event))) {
      count(lost, event);
    }
    if (thread == null) {
      thread = thread(this::deliver);
      thread.start();
    }
  }

  /** Takes no more in, and sends what waits without long pauses. */
  void finish() {
    closing.countDown();
    // Where the queue is full, the thread is awake. An interrupt would break into a request.
    boolean unused = queue.offer(new Entry(null));
  }

  /** Waits for what {@link #finish} began, and tells where it did not come to its end in time. */
  void awaitEnd(long until) throws InterruptedException {
    if (thread != null) {
      TimeUnit.NANOSECONDS.timedJoin(thread, until - System.nanoTime());
      if (thread.isAlive() || hasMissed()) {
        report("the JVM ended before all alerts were delivered", "those left are lost", null);
      }
    }
  }

  private void deliver() {
    try {
      while (!main.hasBegun() && !closing.await(100, TimeUnit.MILLISECONDS)) {
        // Nothing is sent before main.
      }
      while (closing.getCount() > 0) {
        handle(queue.poll(hasMissed() ? 1 : Long.MAX_VALUE, TimeUnit.MINUTES));
      }
      while (!queue.isEmpty()) {
        handle(queue.remove());
      }
      if (hasMissed()) {
        send(null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean hasMissed() {
    return !heldBack.isEmpty() || !lost.isEmpty();
  }

  /** Sends an event or, where none came in time, tells of what was missed; or holds it back. */
  private void handle(@Nullable Entry next) throws InterruptedException {
    LoopEvent event = next == null ? null : next.event();
    if (event == null && (next != null || !hasMissed())) {
      return;
    }
    boolean paused = pausedUntil != null && pausedUntil - nanoTime.getAsLong() > 0;
    if (!paused && limit.decide(settings).writes()) {
      send(event);
    } else if (event != null) {
      count(heldBack, event);
    }
  }

  private static void count(Map<String, Long> counts, LoopEvent event) {
    counts.merge(event.type().text(), 1L, Long::sum);
  }

  private void send(@Nullable LoopEvent event) throws InterruptedException {
    Map<String, Long> told = new TreeMap<>(lost);
    try {
      if (isDelivered(settings.body().write(event, heldBack, told))) {
        heldBack.clear();
        // Others may have been lost meanwhile.
        told.forEach(
            (type, count) ->
                lost.computeIfPresent(type, (same, all) -> all > count ? all - count : null));
        return;
      }
    } catch (RuntimeException | LinkageError e) {
      report(null, IS_LOST, e);
    }
    if (event != null) {
      count(lost, event);
    }
  }

  private boolean isDelivered(String body) throws InterruptedException {
    if (sender == null) {
      sender = new HttpSender(settings);
    }
    for (int retry = 0; ; retry++) {
      Answer answer = sender.send(body);
      if (answer.isTaken()) {
        return true;
      }
      // Kept by sending nothing at all.
      boolean isLongPause = !answer.isRefused() && answer.pause() > MINUTE;
      if (isLongPause) {
        pausedUntil = nanoTime.getAsLong() + answer.pause();
      }
      if (answer.isRefused() || isLongPause || retry == settings.retries()) {
        report(answer.explanation(), IS_LOST, answer.failure());
        return false;
      }
      pause(Math.max(answer.pause(), randomPause(retry)));
    }
  }

  /**
   * Returns a random time that doubles from one to the next: receivers that were down are not to be
   * met by all JVMs at the same moment.
   */
  private long randomPause(int retry) {
    long most = firstPause.toNanos() * Math.min(1 << retry, LONGEST_PAUSE);
    return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
  }

  /** Waits for a time; no longer than a moment once the JVM ends. */
  private void pause(long nanos) throws InterruptedException {
    if (closing.await(nanos, TimeUnit.NANOSECONDS)) {
      // There is little time then, and one more attempt at once would fail as the last one did.
      TimeUnit.NANOSECONDS.sleep(Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(200)));
    }
  }

  private void report(@Nullable String explanation, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure(settings.name(), explanation, consequence, cause));
  }
}
