package io.loopsentinel.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Listener;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.extension.Extensions.ConfiguredStore;
import io.loopsentinel.targets.extension.Secrets;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guard of a store that JVMs share, while the store is well and while it is away. */
class GuardedStoreTest {

  private static final SharedStore.Append NOTHING =
      new SharedStore.Append("w", 1, List.of(), 0, false, Duration.ofMinutes(1));

  private static final String FAILED =
      "store redis: append failed with java.io.IOException: no route to redis://***@host;"
          + " calls are judged by what this JVM knows (sessions.on_store_error: local)";

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<LoopEvent> events = new CopyOnWriteArrayList<>();
  private final Telemetry telemetry =
      new Telemetry(new AgentLog((level, line) -> lines.add(line), LogLevel.INFO));
  private final FailingStore store = new FailingStore();
  private OnStoreError onError = OnStoreError.LOCAL;
  private long now = Long.MAX_VALUE - 5; // nanoTime may overflow at any moment.
  private final GuardedStore guarded = guarded();

  /** A store that works, or throws what a test sets. */
  private static final class FailingStore implements SharedStore {

    private volatile @Nullable Throwable failure;
    private final AtomicInteger requests = new AtomicInteger();
    private volatile boolean closed;
    private volatile Runnable before = () -> {};

    @Override
    public List<Entry> append(String session, Append append) throws Exception {
      answer();
      return List.of();
    }

    @Override
    public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception {
      answer();
      return amounts;
    }

    @Override
    public List<Log> logs(int max) throws Exception {
      answer();
      return List.of(new Log("s", 1, "a", Set.of("a")));
    }

    private void answer() throws Exception {
      requests.incrementAndGet();
      before.run();
      Throwable thrown = failure;
      if (thrown instanceof Error error) {
        throw error;
      } else if (thrown != null) {
        throw (Exception) thrown;
      }
    }

    @Override
    public void close() {
      closed = true;
      if (failure instanceof RuntimeException thrown) {
        throw thrown;
      }
    }
  }

  private GuardedStore guarded() {
    telemetry.events().add(new Listener(events::add));
    Secrets secrets = Secrets.in(Map.of("uri", "redis://me:S3CRET@host"));
    return new GuardedStore(
        new ConfiguredStore("redis", store, secrets), () -> onError, telemetry, () -> now);
  }

  @AfterEach
  void clearInterrupt() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void passesRequestsOn() throws Exception {
    assertThat(guarded.append("s", NOTHING)).isEmpty();
    assertThat(guarded.add(Map.of("a", 1.0), Duration.ofDays(1))).containsEntry("a", 1.0);
    assertThat(guarded.logs(5)).extracting(Log::session).containsExactly("s");

    assertThat(lines).isEmpty();
    assertThat(events).isEmpty();
    assertCounts(2, 0, 0, 0);
    assertThat(telemetry.statistics().stores()).containsExactly(Map.entry("redis", 1));
  }

  @Test
  @Timeout(60)
  void reportsNoFailureOfTheFirstRequests() throws Exception {
    store.failure = new SocketTimeoutException();
    store.before = () -> store.failure = store.requests.get() < 4 ? store.failure : null;

    guarded.warmUp();

    assertThat(guarded.append("s", NOTHING)).isEmpty();
    assertThat(store.requests).hasValue(6);
    assertThat(lines).isEmpty();
    assertCounts(1, 0, 0, 0);
  }

  @Test
  void skipsRequestsAfterThreeFailuresInARow() {
    fail(3);

    assertThatThrownBy(() -> guarded.append("s", NOTHING))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("store redis is unavailable")
        .hasNoCause()
        .satisfies(thrown -> assertThat(thrown.getStackTrace()).isEmpty());
    assertThat(store.requests).hasValue(3);
    assertCounts(3, 3, 0, 1);
    assertThat(telemetry.statistics().stores()).containsExactly(Map.entry("redis", 0));
  }

  @Test
  void showsLogsWhileRequestsAreSkipped() throws Exception {
    fail(3);
    assertThatThrownBy(() -> guarded.logs(5))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage(
            "store redis is unavailable: java.io.IOException: no route to redis://***@host");

    store.failure = null;

    assertThat(guarded.logs(5)).hasSize(1);
    assertSkipped();
  }

  @Test
  void staysUpIfARequestBetweenFailuresSucceeds() throws Exception {
    fail(2);
    succeed();
    fail(2);
    succeed();

    assertThat(store.requests).hasValue(6);
    assertThat(events).isEmpty();
  }

  @Test
  void triesOneRequestAfterASecond() throws Exception {
    fail(3);
    pass(Duration.ofMillis(1_001));
    fail(1);

    assertSkipped();
    pass(Duration.ofMillis(1_001));
    succeed();
    succeed();
    assertThat(store.requests).hasValue(6);
  }

  @Test
  @Timeout(60)
  void skipsOtherRequestsDuringTheTrial() throws Exception {
    fail(3);
    pass(Duration.ofMillis(1_001));
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> end = new CompletableFuture<>();
    store.failure = null;
    store.before =
        () -> {
          begun.countDown();
          end.join();
        };
    CompletableFuture<Void> trial = CompletableFuture.runAsync(this::succeed);
    begun.await();

    assertSkipped();
    end.complete(null);
    trial.join();
    store.before = () -> {};
    succeed();
  }

  @Test
  void goesDownOnceIfManyThreadsFail() {
    store.failure = new IOException();

    IntStream.range(0, 800)
        .parallel()
        .forEach(
            i ->
                assertThatThrownBy(() -> guarded.append("s", NOTHING))
                    .isInstanceOf(Exception.class));

    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(LoopEvent.Type.STORE_UNAVAILABLE);
    assertThat(lines).hasSize(1);
    assertThat(total(Count.STORE_REQUESTS)).isEqualTo(store.requests.get()).isBetween(3L, 100L);
    assertThat(total(Count.STORE_REQUESTS) + total(Count.STORE_SKIPPED)).isEqualTo(800);
  }

  @Test
  void logsFailuresOnceAMinuteAndTheReturnOnce() throws Exception {
    fail(3);
    for (int i = 0; i < 120; i++) {
      pass(Duration.ofMillis(1_001));
      fail(1);
    }
    pass(Duration.ofMillis(1_001));
    succeed();

    assertThat(lines)
        .containsExactly(
            FAILED,
            FAILED + " (and 61 more failures since the last report)",
            FAILED + " (and 59 more failures since the last report)",
            "store redis is back after 121 s");
  }

  @Test
  void countsUnreadableEntriesAndLogsThemOnceAMinute() {
    guarded.unreadable("an entry of session a");
    guarded.unreadable("an entry of session b");
    pass(Duration.ofMinutes(1));
    guarded.unreadable("an entry of session c");

    String line = " is damaged or of another version, and ignored";
    assertThat(lines)
        .containsExactly(
            "store redis: an entry of session a" + line,
            "store redis: an entry of session c"
                + line
                + " (and 1 more entry since the last report)");
    assertThat(total(Count.STORE_UNREADABLE)).isEqualTo(3);
  }

  @Test
  void logsNoReturnIfItLoggedNoFailure() {
    for (int i = 0; i < 5; i++) {
      fail(3);
      pass(Duration.ofMillis(1_001));
      succeed();
    }

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).isEqualTo("store redis is back after 1 s");
  }

  @Test
  void publishesWhenItGoesAwayAndComesBack() {
    fail(3);
    pass(Duration.ofMillis(1_001));
    fail(1);
    pass(Duration.ofMillis(3_001));
    succeed();

    assertThat(events)
        .extracting(event -> event.type().text() + ": " + event.reason())
        .containsExactly(
            "store.unavailable: store redis is unavailable: append failed with"
                + " java.io.IOException: no route to redis://***@host; calls are judged by what"
                + " this JVM knows (sessions.on_store_error: local)",
            "store.recovered: store redis is back after 4 s");
    assertThat(telemetry.statistics().stores()).containsExactly(Map.entry("redis", 1));
  }

  @Test
  void saysWhatIsDoneAboutCallsAsConfiguredNow() {
    onError = OnStoreError.OPEN;
    fail(1);
    onError = OnStoreError.HINT;
    pass(Duration.ofMinutes(1));
    fail(1);

    assertThat(lines.get(0))
        .contains("; calls run without being judged (sessions.on_store_error: open)");
    assertThat(lines.get(1)).contains("; calls do not run (sessions.on_store_error: hint)");
  }

  @Test
  void countsTimeouts() {
    fail(new IOException("read", new SocketTimeoutException()));
    fail(new IOException("read"));

    assertCounts(2, 2, 1, 0);
  }

  @Test
  void convertsLinkageErrors() {
    store.failure = new NoClassDefFoundError("acme/Client");

    assertThatThrownBy(() -> guarded.append("s", NOTHING))
        .isInstanceOf(StoreUnavailableException.class)
        .hasCause(store.failure);
    assertCounts(1, 1, 0, 0);
  }

  @Test
  void interruptedThreadsSayNothingAboutTheStore() {
    for (int i = 0; i < 3; i++) {
      fail(new InterruptedException());
      Thread.currentThread().interrupt();
      fail(new IOException("closed by interrupt"));
      assertThat(Thread.interrupted()).isTrue();
    }

    succeed();
    assertThat(lines).isEmpty();
    assertCounts(7, 0, 0, 0);
  }

  @Test
  void anInterruptedTrialLeavesTheTrialToTheNextRequest() {
    fail(3);
    pass(Duration.ofMillis(1_001));
    fail(new InterruptedException());

    succeed();
    succeed();
  }

  @Test
  void doesNotUseAClosedStore() {
    guarded.close();

    assertSkipped();
    assertThat(store.closed).isTrue();
    assertThat(lines).isEmpty();
  }

  @Test
  void logsAStoreThatCannotBeClosed() {
    store.failure = new IllegalStateException("S3CRET");

    guarded.close();

    assertThat(lines)
        .containsExactly("store redis: close failed with java.lang.IllegalStateException: ***");
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      fail(new IOException("no route to redis://me:S3CRET@host"));
    }
  }

  private void fail(Exception failure) {
    store.failure = failure;
    assertThatThrownBy(() -> guarded.append("s", NOTHING)).isSameAs(failure);
  }

  private void succeed() {
    store.failure = null;
    try {
      assertThat(guarded.append("s", NOTHING)).isEmpty();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void assertSkipped() {
    int before = store.requests.get();
    assertThatThrownBy(() -> guarded.append("s", NOTHING))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.requests).hasValue(before);
  }

  private void assertCounts(long requests, long failures, long timeouts, long skipped) {
    assertThat(total(Count.STORE_REQUESTS)).isEqualTo(requests);
    assertThat(total(Count.STORE_FAILURES)).isEqualTo(failures);
    assertThat(total(Count.STORE_TIMEOUTS)).isEqualTo(timeouts);
    assertThat(total(Count.STORE_SKIPPED)).isEqualTo(skipped);
  }

  private long total(Count count) {
    return telemetry.statistics().named(count).getOrDefault("redis", 0L);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
