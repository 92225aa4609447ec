package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import java.nio.CharBuffer;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The calls that share a history, by the target's session expression. */
class SessionTest {

  /** A dispatcher whose results are text. */
  interface Dispatcher {
    String dispatch(String tool, @Nullable Object conversation);

    String ask(String question);

    String step(@Nullable Object conversation);
  }

  @Test
  void callsOfDifferentSessionsDoNotAddUp() throws Exception {
    Guard guard = toolGuard("arg1");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, "a")).isEqualTo("ran");
      assertThat(call(guard, "b")).isEqualTo("ran");
    }

    assertThat(call(guard, "a")).asString().startsWith("loop-detected");
  }

  @Test
  void callsOfASharedSessionAreWarnedAboutAndNeverStopped() throws Exception {
    Guard guard = toolGuard("shared(arg1)");

    callThreeTimes(guard, "a");

    for (int i = 0; i < 20; i++) {
      assertThat(call(guard, "a")).asString().startsWith("ran\n\nloop-detected");
    }
    assertThat(call(guard, "b")).isEqualTo("ran");
  }

  @Test
  void isKnownByTheHashOfALongKey() throws Exception {
    String key = "conversation".repeat(20);
    GuardedCalls calls = calls("arg1");
    Guard guard = calls.guard("dispatch");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, key)).isEqualTo("ran");
      assertThat(call(guard, key + i)).isEqualTo("ran");
    }

    assertThat(call(guard, key)).asString().startsWith("loop-detected");
    assertThat(calls.log())
        .contains("repeat in session sha256:" + Fingerprint.of(key))
        .doesNotContain("conversation");
  }

  @Test
  void logNamesTheSettingForSharedSessions() throws Exception {
    GuardedCalls calls = calls("shared(arg1)");
    Guard guard = calls.guard("dispatch");

    for (int i = 0; i < 4; i++) {
      call(guard, "a");
    }

    assertThat(calls.log())
        .contains("repeat in session a: ")
        .endsWith(
            "; not stopped, because others may share the session: give the target one of its own,"
                + " or a run\n");
  }

  @Test
  void aSharedSessionOfOneNameIsAnotherThanThatOfASingleConversation() throws Exception {
    Guard shared = toolGuard("shared(arg1)");
    Guard single = toolGuard("arg1");

    for (int i = 0; i < 3; i++) {
      assertThat(call(shared, "a")).isEqualTo("ran");
      assertThat(call(single, "a")).isEqualTo("ran");
    }

    assertThat(call(single, "a")).asString().startsWith("loop-detected");
  }

  @Test
  void aPlaceholderThatIsSharedFallsToTheNextOperand() throws Exception {
    Guard guard = toolGuard("shared(arg1.a) ?? arg1.c, ignore_values: [default]");

    callThreeTimes(guard, new Ids("default", 0, "c"));

    assertThat(call(guard, new Ids("default", 0, "c"))).asString().startsWith("loop-detected");
  }

  @Test
  void callsWithinASharedRunAreWarnedAboutAndNeverStopped() throws Exception {
    GuardedCalls calls = calls("run ?? thread", "shared(arg0)");
    Guard tool = calls.guard("dispatch");
    Guard step = calls.guard("step");

    for (int i = 0; i < 3; i++) {
      assertThat(within(step, "a", tool)).isEqualTo("ran");
    }

    for (int i = 0; i < 6; i++) {
      assertThat(within(step, "a", tool)).asString().startsWith("ran\n\nloop-detected");
    }
  }

  @Test
  void aBlankSessionFallsToTheThread() throws Exception {
    Guard guard = toolGuard("arg1");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, i == 0 ? " " : null)).isEqualTo("ran");
    }

    assertThat(call(guard, null)).asString().startsWith("loop-detected");
    assertThat(onAnotherThread(guard)).isEqualTo("ran");
  }

  @Test
  void aPlaceholderFallsToTheNextOperand() throws Exception {
    Guard guard = toolGuard("(arg1.a ?? arg1.b) ?? arg1.c, ignore_values: [default, 0, \"\"]");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, new Ids("default", 0, "c" + i))).isEqualTo("ran");
      assertThat(call(guard, new Ids("", 7, "c" + i))).isEqualTo("ran");
      assertThat(call(guard, new Ids("d", null, "unread"))).isEqualTo("ran");
    }

    assertThat(call(guard, new Ids("a session", 7, "c"))).isEqualTo("ran");
    assertThat(call(guard, new Ids("default", 7, "another")))
        .asString()
        .startsWith("loop-detected");
  }

  @Test
  void aPlaceholderAloneFallsToTheThread() throws Exception {
    Guard guard = toolGuard("arg1, ignore_values: [default]");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, i == 0 ? "default" : null)).isEqualTo("ran");
    }

    assertThat(call(guard, CharBuffer.wrap("default"))).asString().startsWith("loop-detected");
    assertThat(call(guard, "Default")).isEqualTo("ran");
  }

  @Test
  void aRunNamedByAPlaceholderIsOneOfItsOwn() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
            sentinel:
              targets:
                - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: '{}'}
                - {name: r, kind: run, type: TYPE, method: ask, session: arg0, ignore_values: [default]}
            """);
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");

    Object inner =
        run.call(
            () -> {
              callThreeTimes(tool, null);
              return run.call(() -> call(tool, null), "default");
            },
            "default");

    assertThat(inner).isEqualTo("ran");
  }

  /** What may tell a session. */
  record Ids(@Nullable String a, @Nullable Integer b, @Nullable String c) {}

  @Test
  void theIdentityOfAnObjectWithoutATextOfItsOwnIsASession() throws Exception {
    Guard guard = toolGuard("arg1");
    Object one = new Object();
    Object another = new Object();

    callThreeTimes(guard, one);

    assertThat(call(guard, another)).isEqualTo("ran");
    assertThat(call(guard, one)).asString().startsWith("loop-detected");
  }

  @Test
  void identityFunctionDistinguishesEqualObjects() throws Exception {
    Guard guard = toolGuard("identity(arg1)");
    String one = new String("conversation");
    String equal = new String("conversation");

    callThreeTimes(guard, one);

    assertThat(call(guard, equal)).isEqualTo("ran");
    assertThat(call(guard, one)).asString().startsWith("loop-detected");
  }

  @Test
  void globalIsOneSessionForAll() throws Exception {
    Guard guard = toolGuard("global");
    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, "session " + i)).isEqualTo("ran");
    }

    assertThat(onAnotherThread(guard)).startsWith("loop-detected");
  }

  @Test
  void eachRunBeginsWithAnEmptyHistory() throws Exception {
    GuardedCalls calls = calls("run ?? thread");
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");

    for (int i = 0; i < 3; i++) {
      Object answer =
          run.call(
              () -> {
                callThreeTimes(tool, null);
                return call(tool, null);
              },
              "question");
      assertThat(answer).asString().startsWith("loop-detected");
    }
  }

  @Test
  void aRunWithinARunKeepsTheOutersHistory() throws Exception {
    GuardedCalls calls = calls("run ?? thread");
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");

    Object answer =
        run.call(
            () -> {
              callThreeTimes(tool, null);
              Object inner = run.call(() -> call(tool, null), "inner");
              assertThat(inner).isEqualTo("ran");
              return call(tool, null);
            },
            "outer");

    assertThat(answer).asString().startsWith("loop-detected");
  }

  @Test
  void ofARunWithinAConversationNamesTheConversation() throws Exception {
    GuardedCalls calls = calls("run ?? thread");
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");
    Guard step = calls.guard("step");

    Object unused =
        step.call(
            () -> {
              assertThat(call(tool, null)).isEqualTo("ran");
              return run.call(() -> within(run, "innermost", tool), "inner");
            },
            "c-7");

    assertThat(calls.engine().sessions())
        .hasSize(2)
        .allSatisfy(
            (key, state) -> {
              assertThat(state.calls()).isEqualTo(1);
              assertThat(state.attribution().conversation())
                  .isEqualTo(key.equals("c-7") ? "" : "c-7");
            });
  }

  @Test
  void aThreadIsASharedSessionForCallsThatWereNotCarriedToARun() throws Exception {
    GuardedCalls calls = calls("arg1");
    Guard tool = calls.guard("dispatch");
    Object unused = calls.guard("ask").call(() -> "answer", "question");

    callThreeTimes(tool, null);

    assertThat(call(tool, null)).asString().startsWith("ran\n\nloop-detected");
  }

  @Test
  void runWithoutResetContinuesItsSession() throws Exception {
    GuardedCalls calls = calls("run ?? thread");
    Guard tool = calls.guard("dispatch");
    Guard step = calls.guard("step");

    for (int i = 0; i < 3; i++) {
      assertThat(within(step, "a", tool)).isEqualTo("ran");
    }

    assertThat(within(step, "b", tool)).isEqualTo("ran");
    assertThat(within(step, "a", tool)).asString().startsWith("loop-detected");
  }

  @Test
  void aRunThatDoesNotResetAndFindsNoSessionStaysInTheOneAround() throws Exception {
    GuardedCalls calls = calls("run ?? thread");
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");
    Guard step = calls.guard("step");

    Object answer =
        run.call(
            () -> {
              for (int i = 0; i < 3; i++) {
                assertThat(within(step, null, tool)).isEqualTo("ran");
              }
              return within(step, null, tool);
            },
            "question");

    assertThat(answer).asString().startsWith("loop-detected");
  }

  @Test
  void aDispatchThatKnowsNoRunBelongsToThatOfTheDispatchAroundIt() throws Exception {
    Guard named = toolGuard("arg1 ?? run ?? thread");
    callThreeTimes(named, "conversation");

    Object inner = named.call(() -> call(named, null), "another tool", "conversation");

    assertThat(inner).asString().startsWith("loop-detected");
  }

  private static Guard toolGuard(String session) {
    return calls(session).guard("dispatch");
  }

  private static GuardedCalls calls(String session) {
    return calls(session, "arg0");
  }

  private static GuardedCalls calls(String session, String sessionOfStep) {
    return GuardedCalls.of(
        Dispatcher.class,
        """
        sentinel:
          targets:
            - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: '{}', session: SESSION}
            - {name: r, kind: run, type: TYPE, method: ask}
            - {name: s, kind: run, type: TYPE, method: step, session: STEP, reset: false}
        """
            .replace("SESSION", session)
            .replace("STEP", sessionOfStep));
  }

  private static @Nullable Object call(Guard guard, @Nullable Object session) throws Exception {
    return guard.call(() -> "ran", "search", session);
  }

  private static void callThreeTimes(Guard guard, @Nullable Object session) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(call(guard, session)).isEqualTo("ran");
    }
  }

  private static @Nullable Object within(Guard step, @Nullable Object conversation, Guard tool)
      throws Exception {
    return step.call(() -> call(tool, null), conversation);
  }

  private static String onAnotherThread(Guard guard) throws Exception {
    FutureTask<String> task = new FutureTask<>(() -> String.valueOf(call(guard, null)));
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
    return task.get();
  }
}
