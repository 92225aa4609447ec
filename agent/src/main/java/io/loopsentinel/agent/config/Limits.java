package io.loopsentinel.agent.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bounds of every number in a configuration.
 *
 * <p>Upper bounds keep memory in hand: a window of a million calls is 40 MB in one session. None is
 * near a value that helps.
 */
final class Limits {

  /** Calls before a finding; 0 switches {@code repeat} off. */
  static final ScalarType<Integer> THRESHOLD = integer(0, 1_000_000);

  /** Recorded calls that are looked at. */
  static final ScalarType<Integer> WINDOW_SIZE = integer(1, 1_000_000);

  /** Outcomes in a row; so far they are counted. */
  static final ScalarType<Integer> OUTCOMES = integer(1, 1_000);

  /** Turns in a row. */
  static final ScalarType<Integer> TURNS = integer(1, 1_000_000);

  /** Calls in one block of a cycle. */
  static final ScalarType<Integer> PERIOD = integer(1, 32);

  /** Blocks in a row: one alone repeats nothing. */
  static final ScalarType<Integer> REPETITIONS = integer(2, 1_000);

  /** Earlier texts with which each is compared; every comparison costs time. */
  static final ScalarType<Integer> COMPARE_LAST = integer(1, 1_000);

  /** Turns that are kept. */
  static final ScalarType<Integer> HISTORY = integer(1, 10_000);

  /** Sessions that are remembered. */
  static final ScalarType<Integer> SESSIONS = integer(1, 10_000_000);

  /** A cap for calls, turns or tokens. */
  static final ScalarType<OptionalLong> CAP =
      ScalarType.whole(1, 1_000_000_000_000L)
          .map(OptionalLong::of)
          .or("none", OptionalLong.empty());

  /** A cap in US dollars. */
  static final ScalarType<OptionalDouble> COST =
      ScalarType.decimal("a number above 0", n -> n > 0)
          .map(OptionalDouble::of)
          .or("none", OptionalDouble.empty());

  /** US dollars for a million tokens. */
  static final ScalarType<Double> PRICE = ScalarType.decimal("a number from 0 up", n -> n >= 0);

  /** A share of tokens. */
  static final ScalarType<Double> SIMILARITY =
      ScalarType.decimal("a number above 0 and at most 1", n -> n > 0 && n <= 1);

  /** Files of one log. */
  static final ScalarType<Integer> FILES = integer(1, 1_000);

  /** The size of a file in bytes. */
  static final ScalarType<Long> FILE_SIZE =
      new ScalarType<>(
          "a size from 1KB to 1024GB such as 500KB, 10MB or 2GB",
          List.of(),
          scalar -> scalar.isText() ? fileSize(scalar.text()) : Optional.empty());

  /** A time span in hours, minutes and seconds. */
  static final ScalarType<Duration> TIME_SPAN =
      new ScalarType<>(
          "a time from 1s to 9999h such as 30m, 90s or 1h30m",
          List.of(),
          scalar -> scalar.isText() ? timeSpan(scalar.text()) : Optional.empty());

  /** How long the answer to a message may take. */
  static final ScalarType<Duration> ANSWER_TIME =
      new ScalarType<>(
          "a time from 1s to 5m such as 10s",
          List.of(),
          scalar ->
              TIME_SPAN
                  .parser()
                  .apply(scalar)
                  .filter(t -> t.compareTo(Duration.ofMinutes(5)) <= 0));

  /** How often a message is sent again. */
  static final ScalarType<Integer> RETRIES = integer(0, 10);

  /** Messages in a minute. */
  static final ScalarType<Integer> PER_MINUTE = integer(1, 600);

  private static final Pattern TIME_PARTS =
      Pattern.compile("(?:(\\d{1,4})h)?(?:(\\d{1,6})m)?(?:(\\d{1,8})s)?");
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,9})([KMG])B");
  private static final long LARGEST_SIZE = 1L << 40;
  private static final Duration LONGEST_TIME = Duration.ofHours(9_999);

  private Limits() {}

  private static ScalarType<Integer> integer(int least, int greatest) {
    return ScalarType.whole(least, greatest).map(Math::toIntExact);
  }

  private static Optional<Duration> timeSpan(String text) {
    Matcher parts = TIME_PARTS.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    Duration span =
        Duration.ofHours(part(parts, 1)).plusMinutes(part(parts, 2)).plusSeconds(part(parts, 3));
    return Optional.of(span).filter(s -> !s.isZero() && s.compareTo(LONGEST_TIME) <= 0);
  }

  private static Optional<Long> fileSize(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return Optional.empty();
    }
    int shift =
        switch (size.group(2)) {
          case "K" -> 10;
          case "M" -> 20;
          default -> 30;
        };
    return Optional.of(Long.parseLong(size.group(1)) << shift)
        .filter(bytes -> bytes <= LARGEST_SIZE);
  }

  private static long part(Matcher parts, int group) {
    String digits = parts.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
