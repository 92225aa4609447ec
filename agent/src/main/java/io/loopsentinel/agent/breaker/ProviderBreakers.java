package io.loopsentinel.agent.breaker;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.ProviderUnavailableException;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.BreakerSettings;
import io.loopsentinel.targets.config.BreakerSettings.Breaker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker for each provider of a model, by name. After too many failures turns fail
 * immediately, until after a delay one trial turn succeeds and closes the breaker. Thread-safe.
 *
 * <p>Each failure counts once, where it occurred: not again in the enclosing turns and tools, and
 * not at all if it came out of a tool.
 */
public final class ProviderBreakers {

  private static final int MAX_PROVIDERS = 1_000;

  /** Maximum failures to track while they propagate through turns and tools. */
  private static final int MAX_FAILURES = 1_000;

  /**
   * Maximum duration of a trial turn. One that never ends, such as a cancelled stream, would leave
   * the provider unavailable for ever.
   */
  private static final Duration MAX_TRIAL_DURATION = Duration.ofMinutes(10);

  private final BreakerSettings settings;
  private final Telemetry telemetry;
  private final InstantSource clock;
  private final BooleanSupplier enforced;
  private final ProviderFailures failures;
  private final CircuitBreakerConfig config;
  private final Cache<String, Provider> providers =
      Caffeine.newBuilder().maximumSize(MAX_PROVIDERS).executor(Runnable::run).build();
  private final Cache<Throwable, Boolean> judged =
      Caffeine.newBuilder().weakKeys().maximumSize(MAX_FAILURES).executor(Runnable::run).build();

  /**
   * Creates breakers that are all closed.
   *
   * @param enforced whether the agent may make calls fail
   */
  public ProviderBreakers(
      BreakerSettings settings,
      Telemetry telemetry,
      BooleanSupplier enforced,
      InstantSource clock) {
    this.settings = settings;
    this.telemetry = telemetry;
    this.clock = clock;
    this.enforced = () -> settings.mode() == Breaker.ENFORCE && enforced.getAsBoolean();
    this.failures = new ProviderFailures(settings.exceptions());
    this.config =
        CircuitBreakerConfig.custom()
            .slidingWindowType(SlidingWindowType.COUNT_BASED)
            .slidingWindowSize(settings.calls())
            .minimumNumberOfCalls(settings.calls())
            .failureRateThreshold(settings.failures() * 100f / settings.calls())
            .waitDurationInOpenState(settings.openFor())
            .permittedNumberOfCallsInHalfOpenState(1)
            .clock(clock.withZone(ZoneOffset.UTC))
            .build();
  }

  public Turn begin(String provider, Object session) {
    return providers.get(Printable.name(provider), Provider::new).begin(session);
  }

  /** Records a throwable that came out of a tool, so it is not a failure of the provider. */
  public void failedInTool(Throwable thrown) {
    ProviderFailures.causes(thrown).stream()
        .filter(ProviderBreakers::isOfOneFailure)
        .forEach(each -> judged.put(each, true));
  }

  /** Some libraries, such as Netty, use one exception without a stack trace for all failures. */
  private static boolean isOfOneFailure(Throwable thrown) {
    return thrown.getStackTrace().length > 0;
  }

  private Optional<Throwable> newFailureIn(Throwable thrown) {
    boolean isKnown =
        ProviderFailures.causes(thrown).stream()
            .anyMatch(each -> judged.getIfPresent(each) != null);
    failedInTool(thrown);
    return isKnown ? Optional.empty() : failures.failureIn(thrown);
  }

  /** A turn that has begun. Only its first end counts. */
  public final class Turn {

    private final Provider provider;
    private final Object session;
    private final AtomicBoolean pending;

    private Turn(Provider provider, Object session, boolean permitted) {
      this.provider = provider;
      this.session = session;
      this.pending = new AtomicBoolean(permitted);
    }

    /** Returns the exception to throw instead of sending the request; null to send it. */
    public @Nullable ProviderUnavailableException refusal() {
      return pending.get() || !enforced.getAsBoolean() ? null : provider.refuse();
    }

    /**
     * Ends the turn with a response or a failure. The breaker is unaffected by a turn that ran
     * without its permission.
     *
     * @param thrown null for a response
     */
    public void ended(@Nullable Throwable thrown) {
      boolean counts = pending.getAndSet(false);
      Optional<Throwable> failure = thrown == null ? Optional.empty() : newFailureIn(thrown);
      failure.ifPresent(provider::recordFailure);
      if (counts && failure.isPresent()) {
        provider.breaker.onError(0, TimeUnit.NANOSECONDS, failure.get());
      } else if (counts && (thrown == null || ProviderFailures.isRefusal(thrown))) {
        // After a refusal, a framework delegated to another turn, which was refused: nothing is
        // known about the provider, so turns continue.
        provider.breaker.onSuccess(0, TimeUnit.NANOSECONDS);
      } else if (counts) {
        provider.breaker.releasePermission();
      }
    }
  }

  private final class Provider {

    private final String name;
    private final CircuitBreaker breaker;
    private volatile Instant changed = clock.instant();
    private volatile String lastFailure = "";
    private volatile @Nullable Turn trial;

    Provider(String name) {
      this.name = name;
      this.breaker = CircuitBreaker.of("provider", config);
      breaker
          .getEventPublisher()
          .onStateTransition(
              event ->
                  stateChanged(
                      event.getStateTransition().getFromState(),
                      event.getStateTransition().getToState()));
    }

    Turn begin(Object session) {
      if (breaker.getState() == State.OPEN && clock.instant().isBefore(changed)) {
        breaker.transitionToHalfOpenState(); // The clock was set back, and the end is far away.
      }
      Turn current = trial;
      if (current != null && breaker.getState() == State.HALF_OPEN) {
        if (current.session.equals(session)) {
          // A session sends one request at a time, so the one before this was answered.
          current.ended(null);
        } else if (isLong(Duration.between(changed, clock.instant()))) {
          breaker.transitionToOpenState();
        }
      }
      Turn turn = new Turn(this, session, breaker.tryAcquirePermission());
      if (turn.pending.get() && breaker.getState() == State.HALF_OPEN) {
        trial = turn;
      }
      return turn;
    }

    /** Returns whether a trial takes too long, or the clock was set back by as much. */
    private static boolean isLong(Duration trial) {
      return trial.abs().compareTo(MAX_TRIAL_DURATION) > 0;
    }

    void recordFailure(Throwable failure) {
      lastFailure = failure.getClass().getTypeName();
      telemetry.statistics().count(Count.FAILURES_BY_PROVIDER, name);
    }

    ProviderUnavailableException refuse() {
      telemetry.statistics().count(Count.REFUSED_BY_PROVIDER, name);
      Instant retryAt = changed.plus(settings.openFor());
      return new ProviderUnavailableException(
          "Loop Sentinel did not ask the model: its provider %s is unavailable, %s. It will be asked again from %s on."
              .formatted(name, failureSummary(), retryAt),
          name,
          retryAt);
    }

    private void stateChanged(State from, State to) {
      changed = clock.instant();
      if (from == State.CLOSED) {
        String consequence = enforced.getAsBoolean() ? "fail at once" : "would fail at once";
        publish(
            LoopEvent.Type.PROVIDER_UNAVAILABLE,
            "provider %s is unavailable: %s; its turns %s for %s s"
                .formatted(name, failureSummary(), consequence, settings.openFor().toSeconds()));
      } else if (to == State.CLOSED) {
        publish(
            LoopEvent.Type.PROVIDER_RECOVERED,
            "provider %s has recovered: a turn succeeded".formatted(name));
      }
    }

    private String failureSummary() {
      return "%s of its last %s turns failed, the latest by %s"
          .formatted(settings.failures(), settings.calls(), lastFailure);
    }

    private void publish(LoopEvent.Type type, String line) {
      telemetry.log().warn(line);
      telemetry.events().publish(telemetry.event(type, null, null, line));
    }
  }
}
