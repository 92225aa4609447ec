package io.loopsentinel.targets.config;

import io.loopsentinel.engine.settings.Glob;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The section {@code breaker}; {@code docs/configuration.md} documents its keys.
 *
 * @param failures number of failures among the last {@code calls} at which the breaker opens
 * @param openFor how long an open breaker blocks requests to the provider
 * @param exceptions names of exception classes that count as failures of the provider
 */
public record BreakerSettings(
    Breaker mode, int failures, int calls, Duration openFor, List<Glob> exceptions) {

  /** The default settings. */
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

  /** The mode of the breaker. */
  public enum Breaker {
    /** There is no breaker. */
    NONE,
    /** Reports when the breaker would open, and blocks nothing. */
    OBSERVE,
    /** Makes turns fail while the breaker is open. */
    ENFORCE
  }

  public BreakerSettings {
    exceptions = List.copyOf(exceptions);
  }

  /** As {@link AskSettings#isDefault}. */
  public boolean isDefault() {
    return mode == DEFAULT.mode
        && failures == DEFAULT.failures
        && calls == DEFAULT.calls
        && openFor.equals(DEFAULT.openFor)
        && exceptions.equals(DEFAULT.exceptions);
  }
}
