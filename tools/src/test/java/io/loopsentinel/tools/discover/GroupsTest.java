package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import io.loopsentinel.tools.discover.ToolSelection.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The run, from the calls of methods during which tools were called. */
class GroupsTest {

  private static final MethodId MAIN = method("main");
  private static final MethodId RUN = method("run");
  private static final MethodId HANDLE = method("handle");
  private static final MethodId DISPATCH = method("dispatch");

  private final List<ToolCall> calls = new ArrayList<>();
  private static final Tool SEARCH = new Tool("a.Tools", "search", null, "search");

  private int number;

  @Test
  void theInnermostMethodThatStaysIsTheRun() {
    for (int call = 0; call < 6; call++) {
      add(frames(DISPATCH, 100 + call, RUN, 10 + call / 3, MAIN, 1), List.of());
    }

    assertThat(run(5)).isEqualTo(RUN);
    assertThat(new Groups(calls).runs(RUN)).isEqualTo(2);
  }

  @Test
  void aMethodThatHandlesOneAnswerIsNotTheRun() {
    for (int call = 0; call < 8; call++) {
      add(
              frames(DISPATCH, 100 + call, HANDLE, 50 + call / 2, RUN, 10 + call / 4, MAIN, 1),
              List.of())
          .announced(call % 2 == 0);
    }

    assertThat(run(7)).isEqualTo(RUN);
  }

  /** The response of one user may announce the call of another one who asks the same. */
  @Test
  void aMethodThatHandlesOneAnswerIsNotTheRunIfUsersAskAtTheSameTime() {
    for (int call = 0; call < 8; call++) {
      List<Frame> own =
          frames(DISPATCH, 100 + call, HANDLE, 50 + call / 2, RUN, 10 + call / 4, MAIN, 1);
      boolean isAlone = call < 2;
      add(own, isAlone ? List.of() : frames(HANDLE, 80, RUN, 20))
          .announced(!isAlone || call % 2 == 0);
    }

    assertThat(run(7)).isEqualTo(RUN);
  }

  /** A response does not request the same call twice. */
  @Test
  void equalCallsShowThatTheModelAnsweredBetweenThem() {
    for (int call = 0; call < 8; call++) {
      calls.add(
          new ToolCall(
              SEARCH,
              call % 2,
              frames(DISPATCH, 100 + call, RUN, 10 + call / 4, MAIN, 1),
              List.of(),
              false));
      calls.get(call).announced(call % 4 == 0);
    }

    assertThat(run(7)).isEqualTo(RUN);
  }

  @Test
  void aMethodThatCallsItselfIsNotTheRun() {
    for (int call = 0; call < 4; call++) {
      add(
          frames(DISPATCH, 100 + call, HANDLE, 60 + call, HANDLE, 50, RUN, 10 + call / 2),
          List.of());
    }

    assertThat(run(3)).isEqualTo(RUN);
  }

  @Test
  void aMethodOnAnotherThreadMayWaitForTheCalls() {
    for (int call = 0; call < 6; call++) {
      add(frames(DISPATCH, 100 + call), frames(RUN, 10 + call / 3, MAIN, 1));
    }

    assertThat(run(0)).isEqualTo(RUN);
  }

  @Test
  void ofSeveralThreadsThatWaitTheOneThatBeganLastIsTheRun() {
    for (int call = 0; call < 12; call++) {
      calls.add(
          new ToolCall(
              SEARCH,
              number++,
              frames(DISPATCH, 100 + call),
              call < 6
                  ? List.of(frames(RUN, 20 + call / 6))
                  : List.of(frames(MAIN, 10 + call / 3), frames(RUN, 20 + call / 3)),
              false));
    }

    assertThat(run(11)).isEqualTo(RUN);
  }

  @Test
  void aMethodThatWaitsForEqualCallsWaitsForSeveralRuns() {
    for (int call = 0; call < 8; call++) {
      calls.add(
          new ToolCall(
              SEARCH, 7, frames(DISPATCH, 100 + call), List.of(frames(RUN, 10 + call / 4)), false));
    }

    assertThat(run(0)).isNull();
  }

  @Test
  void aSingleCallThatStaysOrWaitsMayBeTheProgram() {
    for (int call = 0; call < 6; call++) {
      add(frames(DISPATCH, 100 + call, HANDLE, 50), frames(MAIN, 1));
    }

    assertThat(run(0)).isNull();
  }

  @Test
  void aSingleCallInEachShowsNoRun() {
    for (int call = 0; call < 4; call++) {
      add(frames(DISPATCH, 100 + call, RUN, 10 + call), List.of());
    }

    assertThat(run(0)).isNull();
  }

  private ToolCall add(List<Frame> stack, List<Frame> waiting) {
    ToolCall call =
        new ToolCall(
            SEARCH, number++, stack, waiting.isEmpty() ? List.of() : List.of(waiting), false);
    calls.add(call);
    return call;
  }

  private @Nullable MethodId run(int call) {
    Frame run = new Groups(calls).runOf(calls.get(call), DISPATCH);
    return run == null ? null : run.method();
  }

  private static MethodId method(String name) {
    return new MethodId(GroupsTest.class, name, "()V");
  }

  private static List<Frame> frames(Object... methodsAndNumbers) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < methodsAndNumbers.length; i += 2) {
      frames.add(
          new Frame(
              (MethodId) methodsAndNumbers[i], ((Integer) methodsAndNumbers[i + 1]).longValue()));
    }
    return frames;
  }
}
