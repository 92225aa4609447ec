package io.loopsentinel.agent.store;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.targets.extension.Extensions.ConfiguredStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The store of an extension behind a circuit breaker. While the store is down, requests fail at
 * once, except for one each second that tries it. Thread-safe.
 *
 * <p>Requests run on the calling thread. The store keeps its own timeout.
 */
public final class GuardedStore implements SharedStore {

  /** Number of failures in a row after which the store is down. */
  private static final int MAX_FAILURES = 3;

  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration MAX_WARM_UP = Duration.ofSeconds(1);
  private static final Duration WARM_UP_PAUSE = Duration.ofMillis(10);

  /** A session, writer and sum that are read only and never exist. */
  private static final String WARM_UP = "warm-up";

  private final String name;
  private final SharedStore store;
  private final StoreReport report;
  private final CircuitBreaker breaker;
  private volatile boolean closed;

  /**
   * Creates the guard of a store that is up.
   *
   * @param onError the handling of calls while the store is down, for messages
   */
  public GuardedStore(
      ConfiguredStore configured, Supplier<OnStoreError> onError, Telemetry telemetry) {
    this(configured, onError, telemetry, System::nanoTime);
  }

  GuardedStore(
      ConfiguredStore configured,
      Supplier<OnStoreError> onError,
      Telemetry telemetry,
      LongSupplier nanoTime) {
    this.name = configured.name();
    this.store = configured.store();
    this.report = new StoreReport(configured, onError, telemetry, nanoTime);
    // Not the system's clock, which may be set back while the store is down.
    long start = nanoTime.getAsLong();
    InstantSource clock = () -> Instant.EPOCH.plusNanos(nanoTime.getAsLong() - start);
    this.breaker =
        CircuitBreaker.of(
            "store",
            CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(MAX_FAILURES)
                .minimumNumberOfCalls(MAX_FAILURES)
                .failureRateThreshold(100)
                .waitDurationInOpenState(RETRY_DELAY)
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(clock.withZone(ZoneOffset.UTC))
                .build());
    breaker.getEventPublisher().onStateTransition(event -> changed(event.getStateTransition()));
  }

  private void changed(StateTransition transition) {
    if (transition.getFromState() == State.CLOSED) {
      report.wentDown();
    } else if (transition.getToState() == State.CLOSED) {
      report.cameBack();
    }
  }

  /**
   * Reads from the store until it replies, for at most a second, because its first requests load
   * classes and open connections. Failures are not reported.
   */
  public void warmUp() {
    Append nothing = new Append(WARM_UP, 1, List.of(), 0, false, RETRY_DELAY);
    long end = System.nanoTime() + MAX_WARM_UP.toNanos();
    try {
      while (!closed && System.nanoTime() - end < 0 && !isWarm(nothing)) {
        Thread.sleep(WARM_UP_PAUSE.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isWarm(Append nothing) throws InterruptedException {
    try {
      store.append(WARM_UP, nothing);
      store.add(Map.of(WARM_UP, 0.0), RETRY_DELAY);
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError notYet) {
      return false;
    }
  }

  @Override
  public List<Entry> append(String session, Append append) throws Exception {
    return request("append", () -> store.append(session, append));
  }

  @Override
  public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception {
    return request("add", () -> store.add(amounts, expiry));
  }

  /**
   * Returns logs. Calls do not depend on it, so it is neither counted nor skipped while the store
   * is down.
   */
  @Override
  public List<Log> logs(int max) throws Exception {
    if (closed) {
      throw new StoreUnavailableException(name + " is unavailable", null);
    }
    try {
      return store.logs(max);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError failure) {
      throw new StoreUnavailableException(
          name + " is unavailable: " + report.describe(failure), null);
    }
  }

  /** Reports an entry, named for people, that is ignored because it cannot be read. */
  public void unreadable(String entry) {
    report.unreadable(entry);
  }

  private <T> T request(String request, Callable<T> work) throws Exception {
    if (closed || !breaker.tryAcquirePermission()) {
      report.skipped();
      throw new StoreUnavailableException(name + " is unavailable", null);
    }
    report.requested();
    boolean counts = false;
    try {
      T result = work.call();
      counts = true;
      breaker.onSuccess(0, TimeUnit.NANOSECONDS);
      return result;
    } catch (Exception | LinkageError failure) {
      // An interrupted thread or a closed store says nothing about the state of the store.
      counts = !closed && !isInterrupt(failure);
      if (counts) {
        report.failed(request, failure);
        breaker.onError(0, TimeUnit.NANOSECONDS, failure);
      }
      throw failure instanceof Exception exception
          ? exception
          : new StoreUnavailableException(name + " is unavailable", failure);
    } finally {
      if (!counts) {
        breaker.releasePermission();
      }
    }
  }

  private static boolean isInterrupt(Throwable failure) {
    return failure instanceof InterruptedException || Thread.currentThread().isInterrupted();
  }

  /** Closes the store. Later requests fail at once. */
  @Override
  public void close() {
    closed = true;
    try {
      store.close();
    } catch (RuntimeException | LinkageError failure) {
      report.notClosed(failure);
    }
  }

  @Override
  public String toString() {
    return "store " + name;
  }
}
