package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailureBreakerTest {

  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private long now = Long.MAX_VALUE - 5;

  @Test
  void triesTheGuardAgainAfterAMinuteAndSaysSo() {
    FailureBreaker breaker = breaker(new PrintStream(lines, true, StandardCharsets.UTF_8));
    fail(breaker, 25);

    now += Duration.ofSeconds(59).toNanos();
    boolean within = breaker.isOpen();
    now += Duration.ofSeconds(1).toNanos();
    boolean after = breaker.isOpen();

    assertThat(within).isTrue();
    assertThat(after).isFalse();
    assertThat(log())
        .containsOnlyOnce("target t failed 25 times in a row and is switched off")
        .containsOnlyOnce("target t was switched off for a minute and is tried again");
  }

  @Test
  void reopensIfTheTrialFails() {
    FailureBreaker breaker = breaker(new PrintStream(lines, true, StandardCharsets.UTF_8));
    fail(breaker, 25);
    breaker.isOpen();
    now += Duration.ofMinutes(1).toNanos();
    breaker.isOpen();

    fail(breaker, 24);
    boolean before = breaker.isOpen();
    fail(breaker, 1);

    assertThat(before).isFalse();
    assertThat(breaker.isOpen()).isTrue();
    assertThat(log().split("is switched off", -1)).hasSize(3);
  }

  @Test
  void opensAfterFailuresInARowAndSaysSoOnce() {
    FailureBreaker breaker = breaker(new PrintStream(lines, true, StandardCharsets.UTF_8));

    fail(breaker, 24);
    breaker.succeeded();
    fail(breaker, 24);
    boolean before = breaker.isOpen();
    fail(breaker, 1);

    assertThat(before).isFalse();
    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.isOpen()).isTrue();
    assertThat(log()).containsOnlyOnce("target t failed 25 times in a row and is switched off");
  }

  @Test
  void doesNotCountThatTheApplicationHasNoStackOrHeapLeft() {
    FailureBreaker breaker = breaker(new PrintStream(lines, true, StandardCharsets.UTF_8));

    for (int i = 0; i < 1000; i++) {
      breaker.failed(i % 2 == 0 ? new StackOverflowError() : new OutOfMemoryError());
    }

    assertThat(breaker.isOpen()).isFalse();
    assertThat(log()).isEmpty();
  }

  @Test
  void reportsAtTheNextCallIfItCouldNotBefore() {
    boolean[] noStackLeft = {true};
    FailureBreaker breaker =
        breaker(
            new PrintStream(lines, true, StandardCharsets.UTF_8) {
              @Override
              public void println(@Nullable String line) {
                if (noStackLeft[0]) {
                  throw new StackOverflowError();
                }
                super.println(line);
              }
            });
    fail(breaker, 24);

    assertThatThrownBy(
            () -> {
              fail(breaker, 1);
              breaker.isOpen();
            })
        .isInstanceOf(StackOverflowError.class);
    noStackLeft[0] = false;

    assertThat(breaker.isOpen()).isTrue();
    assertThat(log()).containsOnlyOnce("target t failed 25 times in a row and is switched off");
  }

  private FailureBreaker breaker(PrintStream out) {
    AgentLog log = new AgentLog(out, LogLevel.INFO);
    return new FailureBreaker("target t", log::error, log::warn, () -> now);
  }

  private static void fail(FailureBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      breaker.failed(new IllegalStateException());
    }
  }

  private String log() {
    return LogText.of(lines);
  }
}
