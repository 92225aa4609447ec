package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.targets.config.WebhookSettings;
import io.loopsentinel.targets.thread.AgentThread;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends alerts to one receiver, one after the other, on its own thread, so that no receiver delays
 * another. Nothing is sent before main.
 *
 * <p>Alerts over the limit of a minute, that find the queue full or that cannot be delivered are
 * counted. The next message reports these counts; if none follows, a separate message does.
 */
public final class Webhook implements EventSink {

  static final int CAPACITY = 256;

  /** Time to send the waiting alerts at JVM exit. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** The pause before the first retry of a message; later pauses grow. */
  private static final Duration INITIAL_BACKOFF = Duration.ofSeconds(1);

  /** The maximum pause, as a multiple of the first. */
  private static final int MAX_BACKOFF_FACTOR = 30;

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final String ALERT_LOST = "an alert is lost; the next one counts it";

  private final WebhookSettings settings;
  private final AlertWriter writer;
  private final @Nullable DailyReport daily;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final Duration initialBackoff;
  private final Duration closeTimeout;
  private final LongSupplier nanoTime;
  private final LineLimit limit;

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, Webhook::newThread);

  /** Counts that were not reported yet, by type. */
  private final Map<String, Long> heldBack = new ConcurrentSkipListMap<>();

  private final Map<String, Long> lost = new ConcurrentSkipListMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable HttpSender sender;
  private @Nullable Long pausedUntil;
  private long deadline;

  /**
   * Creates a webhook.
   *
   * @param daily the report to send once a day, or {@code null}
   * @param failures notified of undelivered alerts
   */
  public Webhook(
      WebhookSettings settings,
      AlertWriter writer,
      @Nullable DailyReport daily,
      MainThread main,
      Consumer<Throwable> failures) {
    this(settings, writer, daily, main, failures, INITIAL_BACKOFF, TIMEOUT, System::nanoTime);
  }

  Webhook(
      WebhookSettings settings,
      AlertWriter writer,
      @Nullable DailyReport daily,
      MainThread main,
      Consumer<Throwable> failures,
      Duration firstPause,
      Duration closeTimeout,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.daily = daily;
    this.writer = writer;
    this.main = main;
    this.failures = failures;
    this.initialBackoff = firstPause;
    this.closeTimeout = closeTimeout;
    this.nanoTime = nanoTime;
    this.limit = new LineLimit(settings.perMinute(), settings.perMinute(), nanoTime);
    Future<?> unused = executor.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.MINUTES);
  }

  static Thread newThread(Runnable task) {
    return AgentThread.daemon("loop-sentinel webhook", task);
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public void accept(LoopEvent event) {
    if (daily != null) {
      daily.add(event);
    }
    if (!settings.events().contains(event.type())) {
      return;
    }
    // Not "less than": the periodic task is in the queue, too.
    if (executor.getQueue().size() <= CAPACITY) {
      executor.execute(() -> handle(event.type().text(), () -> values(event)));
    } else {
      count(lost, event.type().text());
    }
  }

  @Override
  public void finish() {
    deadline = System.nanoTime() + closeTimeout.toNanos();
    closing.countDown();
    executor.execute(this::sendMissed);
    executor.shutdown();
  }

  @Override
  public void close() throws InterruptedException {
    awaitDelivery("it was closed");
  }

  @Override
  public void exit() throws InterruptedException {
    awaitDelivery("the JVM ended");
  }

  private void awaitDelivery(String end) throws InterruptedException {
    if (!executor.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
        || hasMissed()) {
      report(end + " before all alerts were delivered", "the others are lost", null);
    }
  }

  /** Returns the values of an alert; its links are sent only to this receiver. */
  private Map<String, Object> values(LoopEvent event) {
    Map<String, Object> values = event.toMap();
    LoopEvent.Question question = event.question();
    URI base = settings.answerLinks();
    if (base != null && question != null && event.type() == LoopEvent.Type.CALL_WAITING) {
      values.put(AnswerLink.MEMBER, AnswerLink.forQuestion(question, base));
    }
    return values;
  }

  private void handle(String type, Supplier<Map<String, Object>> values) {
    if (maySend()) {
      send(type, values);
    } else {
      count(heldBack, type);
    }
  }

  /** Runs each minute: sends the report of a finished day, and the counts of missed alerts. */
  void tick() {
    if (daily != null) {
      daily.takeFinished().ifPresent(report -> handle(type(report), () -> report));
    }
    sendMissed();
  }

  private void sendMissed() {
    if (hasMissed() && (closing.getCount() == 0 || maySend())) {
      send(AlertBody.MISSED, () -> Map.of("type", AlertBody.MISSED));
    }
  }

  private boolean hasMissed() {
    return !heldBack.isEmpty() || !lost.isEmpty();
  }

  private boolean maySend() {
    boolean paused = pausedUntil != null && pausedUntil - nanoTime.getAsLong() > 0;
    return !paused && limit.decide(settings).isPresent();
  }

  private static String type(Map<String, Object> values) {
    return String.valueOf(values.get("type"));
  }

  private static void count(Map<String, Long> counts, String type) {
    counts.merge(type, 1L, Long::sum);
  }

  /**
   * Sends an alert.
   *
   * @param values supplies its values. Called only if there is {@link Headroom}, because signing
   *     the links may initialize classes of the JDK
   */
  private void send(String type, Supplier<Map<String, Object>> values) {
    try {
      main.awaitBegun(closing); // Nothing is sent before, unless the JVM ends.
      if (sender == null && !new Headroom().await(closing)) {
        throw new IllegalStateException("file descriptors or heap are used up");
      }
      Map<String, Long> reported = new TreeMap<>(lost);
      if (deliver(writer.write(values.get(), heldBack, reported))) {
        heldBack.clear();
        // More alerts may have been lost in the meantime.
        reported.forEach(
            (each, count) ->
                lost.computeIfPresent(each, (same, all) -> all > count ? all - count : null));
        return;
      }
    } catch (RuntimeException | LinkageError e) {
      report(null, ALERT_LOST, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!type.equals(AlertBody.MISSED)) {
      count(lost, type);
    }
  }

  private boolean deliver(String body) throws InterruptedException {
    if (sender == null) {
      sender = new HttpSender(settings);
    }
    for (int retry = 0; ; retry++) {
      HttpSender.Answer answer = sender.send(body);
      if (answer.isAccepted()) {
        return true;
      }
      // During a long pause, nothing is sent at all.
      boolean isLongPause = !answer.isRejected() && answer.pause() > MINUTE_NANOS;
      if (isLongPause) {
        pausedUntil = nanoTime.getAsLong() + answer.pause();
      }
      if (answer.isRejected() || isLongPause || retry == settings.retries()) {
        report(answer.explanation(), ALERT_LOST, answer.failure());
        return false;
      }
      long pause = Math.max(answer.pause(), randomBackoff(retry));
      if (closing.await(pause, TimeUnit.NANOSECONDS)) {
        // Little time is left, but an immediate retry would fail as the last attempt did.
        TimeUnit.NANOSECONDS.sleep(Math.min(pause, TimeUnit.MILLISECONDS.toNanos(200)));
      }
    }
  }

  /**
   * Returns a random pause in nanoseconds that doubles with each retry, so that not all JVMs return
   * to a recovering receiver at the same moment.
   */
  private long randomBackoff(int retry) {
    long max = initialBackoff.toNanos() * Math.min(1 << retry, MAX_BACKOFF_FACTOR);
    return max / 2 + ThreadLocalRandom.current().nextLong(max / 2 + 1);
  }

  private void report(@Nullable String explanation, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure(settings.name(), explanation, consequence, cause));
  }
}
