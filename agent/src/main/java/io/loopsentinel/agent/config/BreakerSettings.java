package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Glob;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The section {@code breaker}; {@code docs/configuration.md} tells of its keys.
 *
 * @param failures how many of the last {@code calls} have to have failed
 * @param openFor how long a provider is not asked then
 * @param exceptions names of classes that stand for a failure of a provider
 */
public record BreakerSettings(
    Breaker mode, int failures, int calls, Duration openFor, List<Glob> exceptions) {

  /** What holds where the configuration says nothing. */
  public static final BreakerSettings DEFAULT =
      new BreakerSettings(
          Breaker.NONE,
          5,
          5,
          Duration.ofSeconds(30),
          Stream.of(
                  "*Timeout*",
                  "*RateLimit*",
                  "*TooManyRequests*",
                  "*InternalServer*",
                  "*ServiceUnavailable*",
                  "*Overloaded*",
                  "*ServerError*",
                  "*ServerException",
                  "*.TransientAiException")
              .map(Glob::of)
              .toList());

  /** Whether there is a breaker, and whether it does anything. */
  public enum Breaker {
    /** There is none. */
    NONE,
    /** Tells when it would open, and lets all through. */
    OBSERVE,
    /** Has turns fail while it is open. */
    ENFORCE
  }

  public BreakerSettings {
    exceptions = List.copyOf(exceptions);
  }
}
