package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.guard.Conversation.Response;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.targets.config.LogLevel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Messages of an operator to the model of a session. */
class OperatorWordsTest {

  private static final String WORD = "Order 7 is cancelled.";
  private static final String MARKED = "A word from the operator: " + WORD;
  private static final String TURN =
      "{name: turn, kind: turn, type: TYPE, method: ask, session: '\"s\"', text: return.text";
  private static final String INJECTING =
      TURN
          + ", inject: {arg0: \"new "
          + Conversation.Request.class.getName()
          + "(append(arg0.messages, message))\"}}";
  private static final String RUNS =
      """
      sentinel:
        targets:
          - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: '{}'}
          - {name: r, kind: run, type: TYPE, method: ask, session: arg0}
      """;
  private static final Response SILENT = new Response("", List.of());

  /** An agent that is also a tool, and its dispatch of tools. */
  interface Agent {
    String dispatch(String tool);

    String ask(String question);
  }

  @Test
  void theNextResultCarriesThem() throws Exception {
    Conversation conversation = new Conversation("", TURN + "}");
    conversation.dispatch("search", 1, "nothing");

    assertThat(conversation.sessions(false).tell("s", WORD)).isTrue();

    assertThat(conversation.dispatch("search", 2, "nothing")).isEqualTo("nothing\n\n" + MARKED);
    assertThat(conversation.dispatch("search", 3, "nothing")).isEqualTo("nothing");
    assertThat(conversation.log())
        .contains("session s: a word from the operator is added to the result")
        .doesNotContain("cancelled");
  }

  @Test
  void nextRequestCarriesThemIfItComesFirst() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    conversation.ask(SILENT);

    conversation.sessions(false).tell("s", WORD);

    assertThat(conversation.ask(SILENT)).containsExactly("hello", MARKED);
    assertThat(conversation.dispatch("search", 1, "nothing")).isEqualTo("nothing");
    assertThat(conversation.log()).contains("is added to the next request");
  }

  @Test
  void aHintCarriesThemToo() throws Exception {
    Conversation conversation = new Conversation("", TURN + "}");
    for (int i = 0; i < 3; i++) {
      conversation.dispatch("search", 1, "nothing");
    }

    conversation.sessions(false).tell("s", WORD);

    assertThat(conversation.dispatch("search", 1, "nothing"))
        .asString()
        .startsWith("loop-detected: search has already run 3 times")
        .endsWith("\n\n" + MARKED);
    assertThat(conversation.dispatch("search", 2, "nothing")).isEqualTo("nothing");
  }

  @Test
  void waitAndAreLoggedIfAResultCannotCarryThem() throws Exception {
    Conversation conversation = new Conversation("", TURN + "}");
    conversation.send("mail", 1);
    conversation.sessions(false).tell("s", WORD);

    conversation.send("mail", 2);
    conversation.fail("read", 1, new IllegalStateException("no disk"));

    assertThat(conversation.log())
        .contains("session s: a word from the operator waits: the result cannot carry it");
    assertThat(conversation.dispatch("search", 1, "nothing")).asString().endsWith(MARKED);
  }

  @Test
  void theLatestThreeWait() throws Exception {
    Conversation conversation = new Conversation("", INJECTING);
    conversation.ask(SILENT);
    SessionDirectory sessions = conversation.sessions(false);

    for (int i = 0; i < 5; i++) {
      sessions.tell("s", "word " + i);
    }

    assertThat(conversation.ask(SILENT).get(1))
        .isEqualTo(
            """
            A word from the operator: word 2

            A word from the operator: word 3

            A word from the operator: word 4\
            """);
  }

  @Test
  void otherSessionsGetNoMessage() {
    Conversation conversation = new Conversation("", INJECTING);

    assertThat(conversation.sessions(false).tell("other", WORD)).isFalse();
  }

  @Test
  void reportsNothingInModeObserve() throws Exception {
    Conversation conversation = new Conversation("  mode: observe\n", INJECTING);
    conversation.ask(SILENT);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> conversation.sessions(false).tell("s", WORD))
        .withMessage("mode observe changes nothing, so no message is sent");
    assertThat(conversation.ask(SILENT)).containsExactly("hello");
  }

  @Test
  void eventsReportThemWithoutTheText() throws Exception {
    List<LoopEvent> events = new ArrayList<>();
    Conversation conversation = listenedTo(events);

    conversation.sessions(false).tell("s", WORD);
    conversation.dispatch("search", 1, "nothing");

    assertThat(events).extracting(LoopEvent::type).containsExactly(LoopEvent.Type.SESSION_TOLD);
    assertThat(events.get(0).session()).isEqualTo("s");
    assertThat(events.get(0).reason())
        .isEqualTo("a word from the operator waits for the next result or request");
    assertThat(events.toString()).doesNotContain("cancelled");
  }

  @Test
  void eventContainsTheTextIfArgumentsAreShown() throws Exception {
    List<LoopEvent> events = new ArrayList<>();
    Conversation conversation = listenedTo(events);

    conversation.sessions(true).tell("s", WORD);

    assertThat(events).extracting(LoopEvent::arguments).containsExactly("\"" + WORD + "\"");
  }

  @Test
  void messagesToAConversationReachTheRunThatDoesItsWork() throws Exception {
    GuardedCalls calls = conversations();
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");
    calls.engine().turns().tell("c-7", "a word");

    assertThat(run.call(() -> run.call(() -> tool.call(() -> "ran", "search"), "inner"), "c-7"))
        .isEqualTo("ran\n\na word");
    assertThat(run.call(() -> run.call(() -> tool.call(() -> "ran", "search"), "inner"), "c-7"))
        .isEqualTo("ran");
  }

  @Test
  void messagesToAnAgentDoNotReachTheAgentThatIsItsTool() throws Exception {
    GuardedCalls calls = conversations();
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");

    Object result =
        run.call(
            () ->
                tool.call(
                    () -> {
                      calls.engine().turns().tell("outer", "a word");
                      return run.call(() -> tool.call(() -> "ran", "search"), "inner");
                    },
                    "agent"),
            "outer");

    assertThat(result).isEqualTo("ran\n\na word");
    assertThat(calls.log()).containsOnlyOnce("a word from the operator").contains("session outer");
  }

  /** The clock is read under the lock of the session. */
  @Test
  void waitForTheNextRunIfARunCannotReset() throws Exception {
    CountDownLatch locked = new CountDownLatch(1);
    CompletableFuture<?> ended = new CompletableFuture<>();
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            RUNS,
            LogLevel.INFO,
            () -> {
              locked.countDown();
              Object unused = ended.join();
              return Instant.EPOCH;
            });
    Guard tool = calls.guard("dispatch");
    Guard run = calls.guard("ask");
    calls.questions().nextRun().tell("c-7", "a word");
    Thread other = new Thread(() -> calls.engine().turns().tell("c-7", "another"));
    other.start();
    locked.await();

    assertThatThrownBy(() -> run.call(() -> "ran", "c-7")).isInstanceOf(LocatedFailure.class);
    ended.complete(null);
    other.join();

    assertThat(run.call(() -> tool.call(() -> "ran", "search"), "c-7")).isEqualTo("ran\n\na word");
  }

  private static Conversation listenedTo(List<LoopEvent> events) throws Exception {
    Conversation conversation = new Conversation("", TURN + "}");
    conversation.dispatch("search", 1, "nothing");
    conversation.listen(events::add);
    return conversation;
  }

  private static GuardedCalls conversations() {
    return GuardedCalls.of(Agent.class, RUNS);
  }
}
