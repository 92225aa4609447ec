package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.hook.Hook;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guarded calls within guarded calls, and stacks that overflow in their midst. */
class NestingTest {

  /** A dispatcher whose results are text, and what asks it. */
  interface Dispatcher {
    String dispatch(String tool, String conversation);

    String ask(String question);

    String converse(String conversation);

    String complete(String prompt, String conversation);
  }

  private final GuardedCalls calls =
      GuardedCalls.of(
          Dispatcher.class,
          """
          sentinel:
            targets:
              - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: '{}', session: arg1 ?? run ?? thread}
              - {name: r, kind: run, type: TYPE, method: ask}
              - {name: c, kind: run, type: TYPE, method: converse, session: arg0}
              - {name: m, kind: turn, type: TYPE, method: complete, text: return, session: arg1}
          """);
  private final Guard guard = calls.guard("dispatch");
  private final Guard run = calls.guard("ask");
  private final Guard conversation = calls.guard("converse");
  private final Guard turn = calls.guard("complete");
  private int depth;

  @Test
  void stopsACallThatCallsItselfWithoutEnd() throws Exception {
    assertThat(recurse("search")).asString().startsWith("loop-detected");
    assertThat(depth).isBetween(8, 40);
  }

  @Test
  void stopsAnAgentThatHandsItsTaskToAnotherOfItsKindWithoutEnd() throws Exception {
    assertThat(delegate(100)).asString().startsWith("loop-detected");
    assertThat(depth).isBetween(8, 40);
  }

  @Test
  void stopsTwoToolsThatCallEachOtherWithoutEnd() throws Exception {
    assertThat(alternate(new Object(), new Object(), 1_000)).asString().startsWith("loop-detected");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 50, 300})
  void takesAnyNumberOfDecoratorsForOneCall(int decorators) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(decorated(decorators)).isEqualTo("ran");
    }

    assertThat(decorated(decorators)).asString().startsWith("loop-detected");
  }

  @Test
  void takesAToolThatCallsItselfAFewTimesForOneCall() throws Exception {
    Object tool = new Object();
    for (int i = 0; i < 3; i++) {
      assertThat(alternate(tool, tool, 10)).isEqualTo("ran");
    }

    assertThat(alternate(tool, tool, 10)).asString().startsWith("loop-detected");
  }

  @Test
  void takesARetryingDecoratorForOneCall() throws Exception {
    Object result =
        guard.call(
            () -> {
              for (int i = 0; i < 50; i++) {
                assertThat(decorated(0)).isEqualTo("ran");
              }
              return "retried";
            },
            "search",
            "s");

    assertThat(result).isEqualTo("retried");
  }

  /** In a small stack: a guard looks at all calls that a call is within. */
  @Test
  void guardsAThreadAsBeforeOnceItsStackHasOverflowed() throws Exception {
    FutureTask<Void> test =
        new FutureTask<>(
            () -> {
              guardsThisThreadAsBeforeOnceItsStackHasOverflowed();
              return null;
            });

    new Thread(null, test, "small stack", 256 * 1024).start();

    test.get();
  }

  private void guardsThisThreadAsBeforeOnceItsStackHasOverflowed() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> recurse("tool " + (depth + 1) + "/" + depth))
          .isInstanceOf(StackOverflowError.class);
    }

    for (int i = 0; i < 3; i++) {
      assertThat(decorated(0)).isEqualTo("ran");
    }
    assertThat(decorated(0)).asString().startsWith("loop-detected");
  }

  @Test
  void forgetsACallThatNeverEndedOnceTheOneAroundItDoes() throws Exception {
    guard.call(
        () -> {
          assertThat(guard.apply(null, new Object[] {"search", "s"})).isNotNull();
          return "ran, and the call within it has not ended";
        },
        "outer",
        "s");

    // The first was recorded, so two more run.
    assertThat(decorated(0)).isEqualTo("ran");
    assertThat(decorated(0)).isEqualTo("ran");
    assertThat(decorated(0)).asString().startsWith("loop-detected");
  }

  @Test
  void forgetsARunThatNeverEndedOnceTheOneAroundItDoes() throws Exception {
    run.call(
        () -> {
          assertThat(run.apply(null, new Object[] {"inner"})).isNotNull();
          return "answered, and the run within it has not ended";
        },
        "outer");

    for (int i = 0; i < 3; i++) {
      guard.call(() -> "ran", "search", null);
    }
    assertThat(guard.call(() -> "ran", "search", null)).asString().startsWith("loop-detected");
    assertThat(calls.log())
        .contains("in session thread " + Thread.currentThread().getId())
        .doesNotContain("in session run");
  }

  @Test
  void logsTheConversationOfARunWithinIt() throws Exception {
    conversation.call(() -> run.call(this::searchFourTimes, "question"), "ann");

    assertThat(calls.log()).containsPattern("repeat in session run \\S+ of ann: search");
  }

  @Test
  void logsTheOuterRunThatNamesItsSessionsInTables() throws Exception {
    run.call(() -> run.call(this::searchFourTimes, "inner"), "outer");

    assertThat(calls.log()).containsPattern("repeat in session run 2-\\S+ of run 1-\\S+: search");
  }

  private @Nullable Object searchFourTimes() throws Exception {
    for (int i = 0; i < 3; i++) {
      guard.call(() -> "ran", "search", null);
    }
    return guard.call(() -> "ran", "search", null);
  }

  /** Calls a tool from within its own call, as the advice of a recursive method does. */
  private @Nullable Object recurse(String tool) throws Exception {
    depth++;
    // A stack that overflows inside the guard is reported, and the call goes on.
    Object verdict;
    try {
      verdict = guard.apply(null, new Object[] {tool, "s"});
    } catch (Throwable failure) {
      verdict = null;
    }
    if (!(verdict instanceof BiFunction) && verdict != null) {
      return Hook.exit(verdict, null, null);
    }
    try {
      Object result = recurse(tool.startsWith("tool") ? "tool " + depth : tool);
      return Hook.exit(verdict, result, null);
    } catch (StackOverflowError full) {
      Hook.exit(verdict, null, full);
      throw full;
    }
  }

  private @Nullable Object decorated(int decorators) throws Exception {
    return guard.callOn(
        new Object(), () -> decorators == 0 ? "ran" : decorated(decorators - 1), "search", "s");
  }

  /** Calls one tool from within another, in turns. */
  private @Nullable Object alternate(Object tool, Object other, int levels) throws Exception {
    return guard.callOn(
        tool, () -> levels == 0 ? "ran" : alternate(other, tool, levels - 1), "search", "s");
  }

  /** Calls a tool that has a new agent ask its model, which calls the same tool. */
  private @Nullable Object delegate(int levels) throws Exception {
    depth++;
    return guard.callOn(
        new Object(),
        () -> turn.call(() -> levels == 0 ? "done" : delegate(levels - 1), "what to do?", "s"),
        "delegate",
        "s");
  }
}
