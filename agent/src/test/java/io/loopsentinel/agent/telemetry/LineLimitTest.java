package io.loopsentinel.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many lines are written in a minute. */
class LineLimitTest {

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final LineLimit limit = new LineLimit(2, 3, clock::get);

  @Test
  void limitsLinesPerSubject() {
    long written = written("a", "a", "a", "a", "b");

    assertThat(written).isEqualTo(3);
    assertThat(limit.takeKeptBack()).isEqualTo(2);
    assertThat(limit.takeKeptBack()).isZero();
  }

  @Test
  void limitsLinesInTotal() {
    long written = IntStream.range(0, 100).filter(i -> limit.decide(i).isPresent()).count();

    assertThat(written).isEqualTo(3);
    assertThat(limit.takeKeptBack()).isEqualTo(97);
  }

  @Test
  void resetsEachMinuteAndReportsSuppressedLines() {
    written("a", "a", "a", "a", "b", "c");

    clock.addAndGet(LineLimit.MINUTE_NANOS);

    assertThat(limit.decide("a")).isEqualTo(OptionalLong.of(3));
    assertThat(limit.decide("a")).isEqualTo(OptionalLong.of(0));
    assertThat(limit.decide("a")).isEqualTo(OptionalLong.empty());
  }

  private long written(String... about) {
    return Arrays.stream(about).filter(each -> limit.decide(each).isPresent()).count();
  }
}
