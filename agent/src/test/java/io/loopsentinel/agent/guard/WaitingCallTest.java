package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that wait for a person, who answers as soon as one is asked. */
class WaitingCallTest {

  private static final String TARGETS =
      """
        targets:
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: arg2, tool: arg0, args: arg1}
          - {name: void, kind: tool, type: TYPE, method: fire, session: '"s"', tool: arg0, args: arg1}
          - {name: unfit, kind: tool, type: TYPE, method: look, session: '"s"', tool: arg0, args: arg1, result: 'TYPE::failing(message)'}
          - {name: batch, kind: tool, type: TYPE, method: dispatchAll, session: '"s"', tool: "arg0[*]", args: arg1}
          - {name: shared, kind: tool, type: TYPE, method: status, session: 'shared("pool")', tool: arg0, args: arg1}
      """;

  private final List<LoopEvent> events = new ArrayList<>();

  @SuppressWarnings("unused")
  static final class Agent {

    String dispatch(String tool, Map<String, Object> arguments, String session) {
      return "";
    }

    Object look(String tool, Map<String, Object> arguments) {
      return "";
    }

    static Object failing(String message) {
      throw new IllegalStateException("failing");
    }

    void fire(String tool, Map<String, Object> arguments) {}

    List<String> dispatchAll(List<String> tools, Map<String, Object> arguments) {
      return List.of();
    }

    String status(String tool, Map<String, Object> arguments) {
      return "";
    }
  }

  @Test
  void runAndAreRecordedIfAPersonAllowsThem() throws Exception {
    GuardedCalls calls = answered("action: ask", Answer.of("run", null, "by test"));

    for (int i = 0; i < 6; i++) {
      assertThat(search(calls)).isEqualTo("ran");
    }

    assertThat(events)
        .extracting(LoopEvent::type)
        .startsWith(
            LoopEvent.Type.CALL_WAITING, LoopEvent.Type.CALL_ANSWERED, LoopEvent.Type.LOOP_DETECTED)
        .contains(LoopEvent.Type.LOOP_ESCALATED);
    assertThat(events)
        .filteredOn(event -> event.type() == LoopEvent.Type.CALL_WAITING)
        .extracting(event -> Objects.requireNonNull(event.loop()).count())
        .containsExactly(3, 4, 5);
    assertThat(calls.telemetry().statistics().stopped()).isZero();
    assertThat(calls.log())
        .contains("question 1: a call of search in session s waits for a person until ")
        .contains("question 1: answered run, by test");
  }

  @Test
  void areAnsweredWithAHint() throws Exception {
    GuardedCalls calls = answered("escalation: [ask, abort]", Answer.of("hint", null, "by test"));

    assertThat(loop(calls))
        .isEqualTo(
            "loop-detected: search has already run 3 times with the arguments {\"q\":\"x\"} and"
                + " gave the same result each time. This call was not run. If it is made once more,"
                + " the run is stopped with an error. Do not repeat it: use the results you already"
                + " have, change the arguments, use another tool, or answer with what you know. No"
                + " other value of q was tried.");
  }

  @Test
  void areAnsweredInThePersonsOwnWords() throws Exception {
    GuardedCalls calls =
        answered("action: ask", Answer.of("message", "Ask for a date.", "by test"));

    Object result = loop(calls);

    String told = "loop-detected: this call was not run. The operator says: Ask for a date.";
    assertThat(result).isEqualTo(told);
    assertThat(events)
        .filteredOn(event -> event.type() == LoopEvent.Type.TOOL_RESULT)
        .extracting(LoopEvent::message)
        .containsExactly(told);
    LoopEvent.Question answered = Objects.requireNonNull(events.get(1).question());
    assertThat(answered.answer()).isEqualTo("message");
    assertThat(answered.by()).isEqualTo("by test");
    assertThat(events.get(1).message()).isEqualTo("Ask for a date.");
  }

  @Test
  void areAbortedOnRequestOrIfTheMethodCarriesNoHint() {
    GuardedCalls aborted = answered("action: ask", Answer.of("abort", null, "by test"));
    GuardedCalls hinted = answered("action: ask", Answer.of("hint", null, "by test"));

    assertThatThrownBy(() -> loop(aborted)).isInstanceOf(ToolLoopError.class);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 4; i++) {
                hinted.call("fire", () -> null, "search", Map.of());
              }
            })
        .isInstanceOf(ToolLoopError.class);
  }

  @Test
  void takeTheNextRungAfterATimeout() throws Exception {
    GuardedCalls hint = answered("escalation: [ask, hint]", Answer.none("in time"));
    GuardedCalls warn = answered("escalation: [ask, warn]", Answer.none("in time"));
    GuardedCalls ended = answered("escalation: [ask, terminate]", Answer.none("in time"));
    GuardedCalls again = answered("action: ask", Answer.none("in time"));

    assertThat(loop(hint)).asString().contains("This call was not run.");
    assertThat(loop(warn)).asString().startsWith("ran\n\nloop-detected: ");
    assertThatThrownBy(() -> loop(ended)).hasMessageContaining("session s is ended");
    assertThatThrownBy(() -> loop(again)).hasMessageContaining("was aborted");
    assertThat(again.log()).contains("question 1: nobody answered (in time); done: abort");
  }

  @Test
  void areAbortedWithoutAnswerIfTheMethodCarriesNoHint() {
    GuardedCalls calls = answered("escalation: [ask, hint]", Answer.none("in time"));

    assertThatThrownBy(() -> loop(calls, "fire")).isInstanceOf(ToolLoopError.class);

    assertThat(events)
        .filteredOn(event -> event.question() != null)
        .extracting(event -> Objects.requireNonNull(event.question()).fallback())
        .isNotEmpty()
        .containsOnly("abort");
    assertThat(calls.log())
        .contains("question 1: nobody answered (in time); done: abort")
        .doesNotContain("hint:");
    assertThat(done(calls)).isEqualTo(Action.ABORT);
  }

  @Test
  void areKnownToBeAbortedIfTheHintCannotBeBuilt() throws Exception {
    GuardedCalls hinted = answered("escalation: [ask, hint]", Answer.none("in time"));
    GuardedCalls unfit = answered("escalation: [ask, hint]", Answer.none("in time"));
    GuardedCalls ran = answered("escalation: [ask, warn]", Answer.none("in time"));

    loop(hinted);
    assertThatThrownBy(() -> loop(unfit, "look")).isInstanceOf(ToolLoopError.class);
    loop(ran);

    assertThat(done(hinted)).isEqualTo(Action.HINT);
    assertThat(done(unfit)).isEqualTo(Action.ABORT);
    assertThat(done(ran)).isEqualTo(Action.WARN);
  }

  private static @Nullable Action done(GuardedCalls calls) {
    return Objects.requireNonNull(calls.questions().find("1")).done();
  }

  private static void loop(GuardedCalls calls, String method) throws Exception {
    for (int i = 0; i < 4; i++) {
      calls.call(method, () -> null, "search", Map.of("q", "x"));
    }
  }

  @Test
  void doNotAskBeyondTheMaximumOfWaitingCalls() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            "sentinel:\n  default: {escalation: [ask, hint]}\n  ask: {max_waiting: 1}\n" + TARGETS);
    calls.questions().ask(Action.ABORT, question -> waiting(question));

    assertThat(loop(calls)).asString().contains("This call was not run.");
    assertThat(calls.questions().open()).hasSize(1);
    assertThat(calls.log()).doesNotContain("waits for a person");
  }

  @Test
  void doNotWaitInModeObserveOrInSharedSessions() throws Exception {
    GuardedCalls observing =
        GuardedCalls.of(
            Agent.class, "sentinel:\n  mode: observe\n  default: {action: ask}\n" + TARGETS);
    GuardedCalls sharing =
        GuardedCalls.of(Agent.class, "sentinel:\n  default: {action: ask}\n" + TARGETS);

    assertThat(loop(observing)).isEqualTo("ran");
    Object last = null;
    for (int i = 0; i < 4; i++) {
      last = sharing.call("status", () -> "up", "status", Map.of());
    }
    assertThat(last).asString().startsWith("up\n\nloop-detected: ");
    assertThat(observing.log()).contains("observed (enforced, it would be: ask)");
  }

  @Test
  void areNotAskedAboutIfTheyCannotWait() {
    GuardedCalls calls = answered("escalation: [ask, warn]", Answer.of("run", null, "by test"));

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 4; i++) {
                calls.call(
                    "dispatchAll", () -> List.of("a", "b"), List.of("list", "fetch"), Map.of());
              }
            })
        .isInstanceOf(ToolLoopError.class);
    assertThat(events).extracting(LoopEvent::type).doesNotContain(LoopEvent.Type.CALL_WAITING);
  }

  @Test
  void waitWithoutHinderingOthersOfTheirSession() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(Agent.class, "sentinel:\n  default: {action: ask}\n" + TARGETS);
    CountDownLatch asked = new CountDownLatch(1);
    calls.listen(event -> asked.countDown());
    ExecutorService thread = Executors.newSingleThreadExecutor();

    Future<@Nullable Object> waiting = thread.submit(() -> loop(calls));
    asked.await();

    assertThat(calls.call("dispatch", () -> "ran", "read", Map.of(), "s")).isEqualTo("ran");
    assertThat(waiting).isNotDone();
    calls.questions().answer("1", Answer.of("run", null, "by test"));
    assertThat(waiting.get()).isEqualTo("ran");
    thread.shutdown();
  }

  private GuardedCalls answered(String ladder, Answer answer) {
    GuardedCalls calls =
        GuardedCalls.of(Agent.class, "sentinel:\n  default: {" + ladder + "}\n" + TARGETS);
    calls.listen(
        event -> {
          events.add(event);
          if (event.type() == LoopEvent.Type.CALL_WAITING) {
            String id = Objects.requireNonNull(event.question()).id();
            assertThat(calls.questions().answer(id, answer)).isTrue();
          }
        });
    return calls;
  }

  private static LoopEvent waiting(LoopEvent.Question question) {
    return new LoopEventBuilder(LoopEvent.Type.CALL_WAITING, "waits").question(question).build();
  }

  private static @Nullable Object loop(GuardedCalls calls) throws Exception {
    for (int i = 0; i < 3; i++) {
      search(calls);
    }
    return search(calls);
  }

  private static @Nullable Object search(GuardedCalls calls) throws Exception {
    return calls.call("dispatch", () -> "ran", "search", Map.of("q", "x"), "s");
  }
}
