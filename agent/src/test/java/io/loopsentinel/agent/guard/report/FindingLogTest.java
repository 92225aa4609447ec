package io.loopsentinel.agent.guard.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.ExitTasks;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lines about findings, of which a model can bring about any number. */
class FindingLogTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final ExitTasks exitTasks = new ExitTasks(failure -> {});
  private final FindingLog lines =
      new FindingLog(
          new AgentLog(new PrintStream(written, true, StandardCharsets.UTF_8), LogLevel.INFO),
          exitTasks,
          clock::get);

  @Test
  void writesTenInAMinuteAboutOneSessionAndDetector() {
    IntStream.range(0, 25).forEach(i -> lines.write("s", "repeat", "finding " + i));
    lines.write("s", "cycle", "another detector");
    lines.write("t", "repeat", "another session");

    assertThat(log().lines().count()).isEqualTo(12);
    assertThat(log()).contains("finding 9", "another detector", "another session");

    clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    IntStream.range(0, 25).forEach(i -> lines.write("s", "repeat", "finding " + i));
    assertThat(log().lines().skip(12).filter(line -> line.contains("] finding "))).hasSize(10);
    assertThat(log().lines().skip(12).filter(line -> line.contains(" 15 more "))).hasSize(1);
  }

  @Test
  void writesSixtyInAMinuteAboutAnyNumberOfSessions() {
    IntStream.range(0, 1_000).forEach(i -> lines.write("s" + i, "repeat", "f" + i));

    assertThat(log().lines().count()).isEqualTo(60);
  }

  @Test
  void reportsSuppressedLinesAfterAMinute() {
    IntStream.range(0, 1_000).forEach(i -> lines.write("s" + i, "repeat", "f" + i));

    clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    lines.write("s", "repeat", "the next");

    assertThat(log().lines().skip(60))
        .containsExactly(
            "[loop-sentinel] 940 more findings not logged: at most 10 a minute of a session and"
                + " detector are logged, and 60 in all",
            "[loop-sentinel] the next");
  }

  @Test
  void reportsSuppressedLinesAtTheEnd() {
    IntStream.range(0, 61).forEach(i -> lines.write("s" + i, "repeat", "f" + i));

    exitTasks.run();

    assertThat(log().lines().skip(60)).singleElement().asString().contains("1 more finding not");
  }

  private String log() {
    return LogText.of(written);
  }
}
