package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import java.time.Duration;
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

  /** A longer pause that a receiver asks for is kept by sending nothing at all. */
  private static final long LONGEST_WAIT = TimeUnit.MINUTES.toNanos(1);

  private static final long BEFORE_MAIN = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_DOUBLINGS = 6;

  private final WebhookSettings settings;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final Backoff backoff;
  private final LongSupplier nanoTime;
  private final AlertQueue queue = new AlertQueue();
  private final RateLimit limit;
  private @Nullable Thread thread;
  private @Nullable HttpSender sender;
  private Missed missed = Missed.NOTHING;
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
    this.limit = new RateLimit(settings.perMinute(), nanoTime.getAsLong());
  }

  /** Takes an event in; never waits. For one thread. */
  void accept(LoopEvent event) {
    if (!settings.events().contains(event.type())) {
      return;
    }
    queue.add(event);
    if (thread == null) {
      thread = WebhookThreads.create(this::deliver);
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
    queue.close();
  }

  /** Waits for what {@link #finish} began. */
  void awaitEnd(long until) throws InterruptedException {
    if (thread != null) {
      TimeUnit.NANOSECONDS.timedJoin(thread, until - System.nanoTime());
    }
  }

  private void deliver() {
    try {
      while (!queue.isClosing() && !main.hasBegun()) {
        queue.pause(BEFORE_MAIN);
      }
      while (!queue.isClosing()) {
        handle(queue.poll(untilSummary()));
      }
      LoopEvent event = queue.poll(0);
      while (event != null && timeLeft() > 0) {
        handle(event);
        event = queue.poll(0);
      }
      missed = missed.with(queue.takeDropped());
      if (!missed.isNothing() && timeLeft() > 0) {
        send(null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A receiver that stays away is told of what it missed at ever longer distances. */
  private long untilSummary() {
    return missed.isNothing()
        ? Long.MAX_VALUE
        : RateLimit.MINUTE << Math.min(failedInARow, MOST_DOUBLINGS);
  }

  private void handle(@Nullable LoopEvent event) throws InterruptedException {
    missed = missed.with(queue.takeDropped());
    if (event == null && missed.isNothing()) {
      return;
    }
    if (limit.permits(nanoTime.getAsLong())) {
      send(event);
    } else if (event != null) {
      missed = missed.withHeldBack(event.type());
    }
  }

  private void send(@Nullable LoopEvent event) throws InterruptedException {
    try {
      if (delivered(settings.body().write(new Alert(event, missed)))) {
        missed = Missed.NOTHING;
        failedInARow = 0;
        return;
      }
    } catch (RuntimeException | LinkageError e) {
      report(null, e);
    }
    failedInARow++;
    if (event != null) {
      missed = missed.withLost(event.type());
    }
  }

  private boolean delivered(String body) throws InterruptedException {
    if (sender == null) {
      sender = new HttpSender(settings);
    }
    for (int retry = 0; ; retry++) {
      Answer answer = sender.send(body, patience());
      if (answer instanceof Answer.Taken) {
        return true;
      }
      if (answer instanceof Answer.Refused refused) {
        report("the receiver answered with status " + refused.status(), null);
        return false;
      }
      Answer.Later later = (Answer.Later) answer;
      if (later.pause() > LONGEST_WAIT) {
        limit.pause(nanoTime.getAsLong(), later.pause());
      }
      if (retry == settings.retries() || later.pause() > LONGEST_WAIT || timeLeft() <= 0) {
        report(explanation(later), later.failure());
        return false;
      }
      queue.pause(Math.max(later.pause(), backoff.nanos(retry)));
    }
  }

  private Duration patience() {
    return queue.isClosing()
        ? Duration.ofNanos(Math.max(1, Math.min(timeLeft(), settings.timeout().toNanos())))
        : settings.timeout();
  }

  /** Until the end of the JVM there is all the time of the world. */
  private long timeLeft() {
    return queue.isClosing() ? deadline - System.nanoTime() : Long.MAX_VALUE;
  }

  private @Nullable String explanation(Answer.Later later) {
    if (later.status() != 0) {
      return "the receiver answered with status " + later.status();
    }
    return later.failure() != null
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
