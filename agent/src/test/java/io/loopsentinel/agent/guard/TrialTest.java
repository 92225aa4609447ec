package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.guard.report.Trial;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A target on trial: its calls are read and reported, and nothing else. */
class TrialTest {

  private static final String SENTINEL =
      """
      sentinel:
        targets:
          - {name: outer, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: arg2, trial: true}
          - {name: inner, kind: tool, type: TYPE, method: run, tool: arg0, args: arg1, session: arg2}
      """;

  /** A dispatcher of tool calls. */
  interface Dispatcher {
    String dispatch(String tool, Map<String, Object> arguments, String session);

    String run(String tool, Map<String, Object> arguments, String session);
  }

  private final GuardedCalls calls = GuardedCalls.of(Dispatcher.class, SENTINEL);
  private final Guard dispatch = calls.guard("dispatch");
  private final Guard run = calls.guard("run");

  @Test
  void isReportedAfterTenCallsByToolsAndArguments() throws Exception {
    for (int i = 0; i < 6; i++) {
      call(dispatch, "find_orders", Map.of("customer", i), "s" + i % 2);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(calls.log()).doesNotContain("on trial");
      call(dispatch, "cancel", Map.of("id", i), "s0");
    }

    assertThat(calls.log()).contains(shown().get(0));
  }

  @Test
  void isReportedOnce() throws Exception {
    for (int i = 0; i < 30; i++) {
      call(dispatch, "find", Map.of("id", i), "s");
    }

    assertThat(calls.log().split("is on trial", -1)).hasSize(2);
  }

  @Test
  void stopsNoLoop() throws Exception {
    for (int i = 0; i < 12; i++) {
      assertThat(call(dispatch, "find", Map.of("id", 1), "s")).isEqualTo("ran");
    }
  }

  @Test
  void leavesOtherTargetsInForce() throws Exception {
    Object answer = null;
    for (int i = 0; i < 4; i++) {
      answer =
          dispatch.call(
              () -> call(run, "find", Map.of("id", 1), "s"), "find", Map.of("id", 1), "s");
    }

    assertThat(String.valueOf(answer)).startsWith("loop-detected");
  }

  @Test
  void saysThatArgumentsWereEmptyAndNamesDiffered() throws Exception {
    for (int i = 0; i < 10; i++) {
      call(dispatch, "a" + i, Map.of(), "s");
    }

    assertThat(calls.log()).contains(shown().get(1)).doesNotContain("to guard it");
  }

  @Test
  void keepsNoArguments() {
    Trial trial = new Trial(System::nanoTime);
    WeakReference<Object> arguments = addOneTo(trial);

    for (int i = 0; i < 100 && !arguments.refersTo(null); i++) {
      System.gc();
    }

    assertThat(arguments.refersTo(null)).isTrue();
    assertThat(trial.isOver()).isFalse();
  }

  private WeakReference<Object> addOneTo(Trial trial) {
    Map<String, Object> arguments = new HashMap<>(Map.of("id", 1));
    assertThat(trial.add(calls.engine().identify("find", arguments), "s")).isEmpty();
    return new WeakReference<>(arguments);
  }

  @Test
  void saysThatCallsRepeatEachOtherAtOnce() {
    AtomicLong time = new AtomicLong();
    Trial trial = new Trial(time::get);
    Optional<Trial.Report> report = Optional.empty();
    for (int i = 0; i < 10; i++) {
      time.addAndGet(Duration.ofMillis(i % 2 == 0 ? 100 : 1).toNanos());
      report = trial.add(calls.engine().identify("find", Map.of("id", i / 2)), "s");
    }

    assertThat(report)
        .hasValueSatisfying(
            made -> {
              assertThat(made.fits()).isFalse();
              assertThat(made.text())
                  .endsWith(
                      "5 calls repeated the one before at once, so one tool call may be several");
            });
  }

  @Test
  void countsTheCallsThatAreNotShown() throws Exception {
    for (int i = 0; i < 10; i++) {
      call(dispatch, "find" + i % 6, Map.of("id", i), "s");
    }

    assertThat(calls.log()).contains(" and 1 other; if these are the tools");
  }

  /** Returns the lines that the page of targets shows. */
  private static List<String> shown() throws IOException {
    return Files.readString(Path.of("..", "docs", "targets.md"))
        .lines()
        .filter(line -> line.startsWith("target outer is on trial"))
        .map(line -> line.replace("sentinel-config.yaml", "test"))
        .toList();
  }

  private static String call(
      Guard guard, String tool, Map<String, Object> arguments, String session) throws Exception {
    return String.valueOf(guard.call(() -> "ran", tool, arguments, session));
  }
}
