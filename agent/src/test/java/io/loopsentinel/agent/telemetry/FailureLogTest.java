package io.loopsentinel.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureLogTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long now = Long.MAX_VALUE - 5; // nanoTime may overflow at any moment.

  @Test
  void logsTheKindOfErrorAndItsPlaceButNotItsMessage() {
    FailureLog failures = failureLog(LogLevel.WARN);

    failures.accept(new IllegalStateException("the user's secret"));

    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith(
            "[loop-sentinel] internal error, the application continues unguarded here:"
                + " java.lang.IllegalStateException at"
                + " io.loopsentinel.agent.telemetry.FailureLogTest.")
        .doesNotContain("secret");
  }

  @Test
  void logsThePlaceInAnExtensionThatFails() {
    IllegalStateException failure = new IllegalStateException("the user's secret");
    failure.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.util.Objects", "checkIndex", "Objects.java", 7),
          new StackTraceElement("com.acme.Rule", "check", "Rule.java", 42),
          new StackTraceElement("io.loopsentinel.targets.Guard", "call", "Guard.java", 3)
        });

    failureLog(LogLevel.WARN)
        .accept(new LocatedFailure("extension acme", null, "it has no effect", failure));

    assertThat(lines())
        .containsExactly(
            "[loop-sentinel] extension acme: failed with java.lang.IllegalStateException at"
                + " com.acme.Rule.check(Rule.java:42); it has no effect");
  }

  @Test
  void logsACauseOnceAMinuteAndHowOftenItCameUp() {
    FailureLog failures = failureLog(LogLevel.WARN);

    for (int i = 0; i < 4; i++) {
      failures.accept(failureAt("sameMethod"));
    }
    now += Duration.ofSeconds(59).toNanos();
    failures.accept(failureAt("sameMethod"));
    now += Duration.ofSeconds(1).toNanos();
    failures.accept(failureAt("sameMethod"));

    assertThat(lines()).hasSize(2);
    assertThat(lines().get(1)).endsWith("(5 times since it was last reported)");
    assertThat(failures.count()).isEqualTo(6);
  }

  @Test
  void logsEachCauseForItself() {
    FailureLog failures = failureLog(LogLevel.WARN);

    failures.accept(failureAt("oneMethod"));
    failures.accept(failureAt("anotherMethod"));

    assertThat(lines()).hasSize(2);
  }

  @Test
  void takesCausesWithoutNumberForOne() {
    FailureLog failures = failureLog(LogLevel.WARN);

    for (int i = 0; i < 1000; i++) {
      failures.accept(failureAt("method" + i));
    }

    assertThat(lines()).hasSize(257);
    assertThat(failures.count()).isEqualTo(1000);
  }

  @Test
  void addsTheStackTraceForWhoLooksForAMistake() {
    FailureLog failures = failureLog(LogLevel.DEBUG);

    failures.accept(failureAt("sameMethod"));

    assertThat(lines())
        .hasSizeGreaterThan(2)
        .allMatch(line -> line.startsWith("[loop-sentinel] "))
        .anyMatch(line -> line.contains("    at io.loopsentinel"));
  }

  @Test
  void leavesMessagesOutOfStackTracesThoseOfCausesIncluded() {
    FailureLog failures = failureLog(LogLevel.DEBUG);
    Exception failure = new IllegalStateException("SECRET 1", new Exception("SECRET 2"));
    failure.addSuppressed(new Exception("SECRET 3"));

    failures.accept(failure);

    assertThat(lines())
        .noneMatch(line -> line.contains("SECRET"))
        .anyMatch(line -> line.endsWith("caused by java.lang.Exception"));
  }

  @Test
  void failureNamesItsTargetAndCause() {
    FailureLog failures = failureLog(LogLevel.WARN);

    failures.accept(
        new LocatedFailure(
            "target t (a.yaml:3:7) on B.c()",
            "arg0 is null",
            "this call is not guarded",
            failureAt("sameMethod")));
    failures.accept(
        new LocatedFailure(
            "target t (a.yaml:3:7) on B.c()",
            null,
            "this call is not guarded",
            failureAt("sameMethod")));

    assertThat(lines())
        .containsExactly(
            "[loop-sentinel] target t (a.yaml:3:7) on B.c(): arg0 is null; this call is not"
                + " guarded",
            "[loop-sentinel] target t (a.yaml:3:7) on B.c(): failed with java.lang.Exception at"
                + " io.loopsentinel.agent.Some.sameMethod(Some.java:2); this call is not guarded");
  }

  private FailureLog failureLog(LogLevel level) {
    AgentLog log = new AgentLog(new PrintStream(out, true, StandardCharsets.UTF_8), level);
    return new FailureLog(log, line -> {}) {
      @Override
      long nanoTime() {
        return now;
      }
    };
  }

  private static Exception failureAt(String method) {
    Exception failure = new Exception("message");
    failure.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.lang.String", "charAt", "String.java", 1),
          new StackTraceElement("io.loopsentinel.agent.Some", method, "Some.java", 2)
        });
    return failure;
  }

  private List<String> lines() {
    return LogText.of(out).lines().toList();
  }
}
