package io.loopsentinel.agent.telemetry.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a receiver wants to be left alone. */
class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-02-01T08:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0                             | PT0S
          7                             | PT7S
          0.35                          | PT0.35S
          999999999                     | PT1H
          Sun, 1 Feb 2026 08:00:30 GMT  | PT30S
          Sun, 01 Feb 2026 07:00:00 GMT | PT0S
          soon                          | PT0S
          -5                            | PT0S
          """)
  void readsSecondsAndDates(String header, Duration expected) {
    assertThat(HttpSender.retryAfter(header, NOW)).isEqualTo(expected.toNanos());
  }
}
