package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.telemetry.AgentLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailureBreakerTest {

  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

  @Test
  void opensAfterFailuresInARowAndSaysSoOnce() {
    // given
    FailureBreaker breaker = breaker(new PrintStream(lines, true, StandardCharsets.UTF_8));

    // when
    fail(breaker, 24);
    breaker.succeeded();
    fail(breaker, 24);
    boolean before = breaker.isOpen();
    fail(breaker, 1);

    // then
    assertThat(before).isFalse();
    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.isOpen()).isTrue();
    assertThat(log()).containsOnlyOnce("target t failed 25 times in a row and is switched off");
  }

  @Test
  void doesNotCountThatTheApplicationHasNoStackOrHeapLeft() {
    // given
    FailureBreaker breaker = breaker(new PrintStream(lines, true, StandardCharsets.UTF_8));

    // when
    for (int i = 0; i < 1000; i++) {
      breaker.failed(i % 2 == 0 ? new StackOverflowError() : new OutOfMemoryError());
    }

    // then
    assertThat(breaker.isOpen()).isFalse();
    assertThat(log()).isEmpty();
  }

  @Test
  void saysSoAtTheNextCallWhereItCouldNotBefore() {
    // given
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

    // when
    assertThatThrownBy(
            () -> {
              fail(breaker, 1);
              breaker.isOpen();
            })
        .isInstanceOf(StackOverflowError.class);
    noStackLeft[0] = false;

    // then
    assertThat(breaker.isOpen()).isTrue();
    assertThat(log()).containsOnlyOnce("target t failed 25 times in a row and is switched off");
  }

  private static FailureBreaker breaker(PrintStream out) {
    return new FailureBreaker("target t", new AgentLog(out, AgentLog.Level.INFO)::error);
  }

  private static void fail(FailureBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      breaker.failed(new IllegalStateException());
    }
  }

  private String log() {
    return lines.toString(StandardCharsets.UTF_8);
  }
}
