package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.event.EventSink;
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
 * Sends alerts to one receiver, one after the other, on a thread of its own: no receiver waits for
 * another. Nothing is sent before main.
 *
 * <p>What is beyond the limit of a minute, finds the queue full or cannot be delivered is counted,
 * and told in the next message; a message of its own tells of it where none follows.
 */
public final class Webhook implements EventSink {

  static final int CAPACITY = 256;

  /** How long it may take at the end of the JVM to send what waits. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How long to wait before a message is sent again the first time; longer from time to time. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** How many times as long as the first pause any is at most. */
  private static final int MOST_GROWTH = 30;

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final String IS_LOST = "an alert is lost, and counted in the next one";

  private final WebhookSettings settings;
  private final Supplier<ServiceInstance> instance;
  private final @Nullable DailyReport daily;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final Duration firstPause;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final LineLimit limit;

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, Webhook::thread);

  /** What was not told yet, by type. */
  private final Map<String, Long> heldBack = new ConcurrentSkipListMap<>();

  private final Map<String, Long> lost = new ConcurrentSkipListMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable HttpSender sender;
  private @Nullable ServiceInstance known;
  private @Nullable Long pausedUntil;
  private long deadline;

  /**
   * Creates a receiver that reports what did not get through.
   *
   * @param daily what it is told once a day; absent: nothing
   */
  public Webhook(
      WebhookSettings settings,
      @Nullable DailyReport daily,
      Supplier<ServiceInstance> instance,
      MainThread main,
      Consumer<Throwable> failures) {
    this(settings, daily, instance, main, failures, FIRST_PAUSE, PATIENCE, System::nanoTime);
  }

  Webhook(
      WebhookSettings settings,
      @Nullable DailyReport daily,
      Supplier<ServiceInstance> instance,
      MainThread main,
      Consumer<Throwable> failures,
      Duration firstPause,
      Duration patience,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.daily = daily;
    this.instance = instance;
    this.main = main;
    this.failures = failures;
    this.firstPause = firstPause;
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.limit = new LineLimit(settings.perMinute(), settings.perMinute(), nanoTime);
    Future<?> unused = executor.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.MINUTES);
  }

  static Thread thread(Runnable task) {
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
    // The task that tells of what was missed waits there, too.
    if (executor.getQueue().size() <= CAPACITY) {
      executor.execute(() -> handle(event.type().text(), () -> values(event)));
    } else {
      count(lost, event.type().text());
    }
  }

  @Override
  public void finish() {
    deadline = System.nanoTime() + patience.toNanos();
    closing.countDown();
    executor.execute(this::tellMissed);
    executor.shutdown();
  }

  @Override
  public void close() throws InterruptedException {
    if (!executor.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
        || hasMissed()) {
      report("the JVM ended before all alerts were delivered", "those left are lost", null);
    }
  }

  /** Returns what an alert says; links go to this receiver alone. */
  private Map<String, Object> values(LoopEvent event) {
    Map<String, Object> values = event.toMap();
    LoopEvent.Question question = event.question();
    URI base = settings.answerLinks();
    if (base != null && question != null && event.type() == LoopEvent.Type.CALL_WAITING) {
      values.put(AnswerLink.MEMBER, AnswerLink.all(question, base));
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

  /** Tells, each minute, of a day that is over and of what was missed. */
  void tick() {
    if (daily != null) {
      daily.takeFinished().ifPresent(report -> handle(type(report), () -> report));
    }
    tellMissed();
  }

  private void tellMissed() {
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
   * @param values supplies what it says. It is asked only when there is {@link Headroom}, because
   *     the links are signed by classes of the JDK that nobody may have used yet
   */
  private void send(String type, Supplier<Map<String, Object>> values) {
    try {
      main.awaitBegun(closing); // Nothing is sent before, unless the JVM ends.
      if (sender == null && !new Headroom().await(closing)) {
        throw new IllegalStateException("file descriptors or heap are used up");
      }
      Map<String, Long> told = new TreeMap<>(lost);
      Alert alert = new Alert(values.get(), whose(), heldBack, told);
      if (isDelivered(settings.format().apply(alert))) {
        heldBack.clear();
        // Others may have been lost meanwhile.
        told.forEach(
            (each, count) ->
                lost.computeIfPresent(each, (same, all) -> all > count ? all - count : null));
        return;
      }
    } catch (RuntimeException | LinkageError e) {
      report(null, IS_LOST, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!type.equals(AlertBody.MISSED)) {
      count(lost, type);
    }
  }

  private ServiceInstance whose() {
    if (known == null) {
      known = instance.get();
    }
    return known;
  }

  private boolean isDelivered(String body) throws InterruptedException {
    if (sender == null) {
      sender = new HttpSender(settings);
    }
    for (int retry = 0; ; retry++) {
      HttpSender.Answer answer = sender.send(body);
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
      long pause = Math.max(answer.pause(), randomPause(retry));
      if (closing.await(pause, TimeUnit.NANOSECONDS)) {
        // There is little time then, and one more attempt at once would fail as the last one did.
        TimeUnit.NANOSECONDS.sleep(Math.min(pause, TimeUnit.MILLISECONDS.toNanos(200)));
      }
    }
  }

  /**
   * Returns a random time that doubles from one to the next: receivers that were down are not to be
   * met by all JVMs at the same moment.
   */
  private long randomPause(int retry) {
    long most = firstPause.toNanos() * Math.min(1 << retry, MOST_GROWTH);
    return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
  }

  private void report(@Nullable String explanation, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure(settings.name(), explanation, consequence, cause));
  }
}
