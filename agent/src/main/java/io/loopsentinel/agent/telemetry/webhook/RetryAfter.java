package io.loopsentinel.agent.telemetry.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** Reads the header {@code Retry-After} (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3). */
final class RetryAfter {

  /** Beyond that it is hardly meant. */
  private static final Duration LONGEST = Duration.ofHours(1);

  /** Discord sends fractions, too. */
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

  private RetryAfter() {}

  /** Returns the nanoseconds to wait, at most an hour; 0 for what is no such header. */
  static long nanos(String header, Instant now) {
    Duration pause = duration(header.strip(), now);
    if (pause.isNegative()) {
      return 0;
    }
    return (pause.compareTo(LONGEST) > 0 ? LONGEST : pause).toNanos();
  }

  private static Duration duration(String header, Instant now) {
    if (SECONDS.matcher(header).matches()) {
      return Duration.ofMillis((long) Math.ceil(Double.parseDouble(header) * 1000));
    }
    try {
      return Duration.between(
          now, ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException e) {
      return Duration.ZERO;
    }
  }
}
