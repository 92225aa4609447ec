package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Turns of the model, read off a method that asks it. */
class TurnGuardTest {

  private static final String TARGETS =
      """
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: '"s"', text: return.text, input_tokens: return.usage?.input, output_tokens: return.usage?.output, model: return.model}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
      """;

  /** A model and its tools. */
  interface Agent {
    record Usage(int input, int output) {}

    record Answer(@Nullable String text, @Nullable Usage usage, @Nullable String model) {}

    Answer ask(String message);

    Flux<Answer> stream(String message);

    void onResponse(Answer answer);

    void onParts(List<Answer> parts);

    void onPieces(Collection<String> pieces);

    String dispatch(String tool, Map<String, Object> arguments);
  }

  /** Judged afterwards, the calls would belong to no known response, and the fourth be stopped. */
  @Test
  void judgesAResponseThatIsHandedOverBeforeItsToolCallsRun() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              targets:
                - {name: turn, kind: turn, type: TYPE, method: onResponse, session: '"s"', text: arg0.text}
                - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
            """);
    Guard onResponse = calls.guard("onResponse");

    Object ran =
        onResponse.call(
            () -> {
              for (int i = 0; i < 6; i++) {
                assertThat(dispatch(calls, 1)).isEqualTo("ran");
              }
              return "all";
            },
            new Agent.Answer("Six equal calls", null, null));

    assertThat(ran).isEqualTo("all");
  }

  @Test
  void readsAPartOfATextThatNeverEnds() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              targets:
                - {name: turn, kind: turn, type: TYPE, method: onPieces, session: '"s"', text: arg0}
            """);
    Collection<String> pieces =
        new EndlessCollection("I look up once more how the weather will be in Berlin. ");
    Guard onPieces = calls.guard("onPieces");

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10; i++) {
                onPieces.call(() -> "read", pieces);
              }
            })
        .isInstanceOf(ToolLoopError.class)
        .hasMessageContaining("similar_turns");
  }

  /** A collection that gives the same element without an end. */
  private static final class EndlessCollection extends AbstractCollection<String> {

    private final String element;

    EndlessCollection(String element) {
      this.element = element;
    }

    @Override
    public Iterator<String> iterator() {
      return Stream.generate(() -> element).iterator();
    }

    @Override
    public int size() {
      return Integer.MAX_VALUE;
    }
  }

  @Test
  void callsOfAResponseHandlerBelongToItsSession() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              targets:
                - {name: turn, kind: turn, type: TYPE, method: onResponse, session: arg0.model, text: arg0.text}
                - {name: tool, kind: tool, type: TYPE, method: dispatch, session: run ?? thread, tool: arg0, args: arg1}
            """);
    for (int i = 0; i < 3; i++) {
      assertThat(dispatchWithin(calls, "conversation", "text " + i)).isEqualTo("ran");
    }

    assertThat(dispatchWithin(calls, "another", "text")).isEqualTo("ran");
    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    assertThat(dispatchWithin(calls, "conversation", "other words"))
        .asString()
        .startsWith("loop-detected");
  }

  @Test
  void terminatesSessionIfTheModelRepeatsItself() throws Exception {
    GuardedCalls calls = GuardedCalls.of(Agent.class, "sentinel:\n" + TARGETS);
    Agent.Answer answer = new Agent.Answer("I need more information", null, null);

    for (int i = 0; i < 6; i++) {
      assertThat(ask(calls, answer)).isSameAs(answer);
    }

    assertThatThrownBy(() -> ask(calls, answer))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.detector()).isEqualTo("similar_turns");
              assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
            });
    assertThat(dispatch(calls, 1)).asString().endsWith("not run: search. The run is ended.");
    assertThat(calls.log())
        .contains("similar_turns in session s: the model said nearly the same 4 times in a row")
        .contains("the session is terminated")
        .doesNotContain("information");
  }

  @Test
  void equalAnswersOnOneThreadMayBeOfSeveralConversations() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(Agent.class, "sentinel:\n" + TARGETS.replace("'\"s\"'", "run ?? thread"));

    for (int i = 0; i < 10; i++) {
      assertThat(ask(calls, new Agent.Answer("positive", null, null))).isNotNull();
    }

    assertThat(calls.log()).doesNotContain("similar_turns");
  }

  @Test
  void readsTheTextsOfAResponseOfParts() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              targets:
                - {name: turn, kind: turn, type: TYPE, method: onParts, session: '"s"', text: 'arg0[*].text'}
            """);
    Agent.Answer call = new Agent.Answer(null, null, null);
    for (int i = 0; i < 12; i++) {
      onParts(calls, List.of(call, call));
    }
    assertThat(calls.log()).isEmpty();

    for (int i = 0; i < 4; i++) {
      onParts(calls, List.of(call, new Agent.Answer("I need more information", null, null)));
    }

    assertThat(calls.log()).contains("the model said nearly the same 4 times in a row");
  }

  @Test
  void reportsTheEndOfASessionOnce() throws Exception {
    GuardedCalls calls = GuardedCalls.of(Agent.class, "sentinel:\n" + TARGETS);
    for (int i = 0; i < 6; i++) {
      ask(calls, new Agent.Answer("I need more information", null, null));
    }
    String log = calls.log();

    for (int i = 0; i < 3; i++) {
      assertThat(dispatch(calls, 1)).asString().endsWith("The run is ended.");
    }

    assertThat(calls.log()).isEqualTo(log);
  }

  @Test
  void countsTokensAndPricesThemByTheModel() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            "sentinel:\n"
                + "  abort_at: call\n"
                + "  budget: {cost_usd: 1, prices: {\"big-*\": {input: 2, output: 10}}}\n"
                + TARGETS);

    ask(calls, new Agent.Answer("one apple", new Agent.Usage(1_000_000, 1_000_000), "small"));
    ask(calls, new Agent.Answer("two pears", new Agent.Usage(400_000, 10_000), "big-1"));
    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    ask(calls, new Agent.Answer("three plums", new Agent.Usage(400_000, 0), "big-2"));

    assertThatThrownBy(() -> dispatch(calls, 2))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED))
        .hasMessageContaining("budget.cost_usd is used up with $1.70");
    assertThat(calls.log()).contains("budget in session s: budget.cost_usd is used up with $1.70");
  }

  @Test
  void asksTheModelNoMoreOftenThanItsTurnsAllow() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(Agent.class, "sentinel:\n  budget: {turns: 2}\n" + TARGETS);
    ask(calls, new Agent.Answer("one apple", null, null));
    ask(calls, new Agent.Answer("two pears", null, null));
    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    AtomicInteger asked = new AtomicInteger();

    assertThatThrownBy(() -> calls.call("ask", () -> "answer " + asked.incrementAndGet(), "hello"))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.detector()).isEqualTo("budget");
              assertThat(error.count()).isEqualTo(2);
              assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
            });

    assertThat(asked).hasValue(0);
    assertThat(dispatch(calls, 2)).asString().endsWith("The run is ended.");
    assertThat(calls.log()).containsOnlyOnce("budget.turns is used up with 2");
  }

  @Test
  void observesASpentBudgetOfTurnsAndRefusesNone() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class, "sentinel:\n  mode: observe\n  budget: {turns: 1}\n" + TARGETS);

    for (String text : List.of("one apple", "two pears", "three plums")) {
      ask(calls, new Agent.Answer(text, null, null));
    }

    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    assertThat(calls.log()).contains("budget.turns is used up with 2");
  }

  @Test
  void aModelThatFailsToAnswerMakesNoTurn() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(Agent.class, "sentinel:\n  budget: {turns: 1}\n" + TARGETS);
    Guard guard = calls.guard("ask");
    IllegalStateException failure = new IllegalStateException("overloaded");

    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> guard.fail(failure, "hello")).isSameAs(failure);
    }

    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    assertThat(calls.log()).isEmpty();
  }

  @Test
  void putsAStreamedResponseTogetherFromItsPieces() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              budget: {tokens: 1200}
              targets:
                - {name: turn, kind: turn, type: TYPE, method: stream, session: '"s"', text: "return[*].text", input_tokens: "return[*].usage?.input", output_tokens: "return[*].usage?.output", model: "return[*].model"}
                - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
            """);
    // The same words in pieces that differ, the tokens of the response so far in some of them.
    List<Agent.Answer> pieces =
        List.of(
            new Agent.Answer("I need more", null, "small"),
            new Agent.Answer(null, new Agent.Usage(100, 10), "small"),
            new Agent.Answer(" information", new Agent.Usage(100, 40), "small"));
    List<Agent.Answer> others =
        List.of(
            new Agent.Answer("I need", null, "small"),
            new Agent.Answer(" more information", new Agent.Usage(100, 40), "small"));

    for (int i = 0; i < 3; i++) {
      stream(calls, pieces);
      stream(calls, others);
    }

    assertThatThrownBy(() -> stream(calls, pieces))
        .satisfies(
            error ->
                assertThat(ToolLoopError.findIn(error))
                    .map(ToolLoopError::detector)
                    .contains("similar_turns"));
    assertThat(calls.log()).doesNotContain("budget");
  }

  @Test
  void countsTheTokensOfAStreamedResponseOnce() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              budget: {tokens: 150}
              abort_at: call
              targets:
                - {name: turn, kind: turn, type: TYPE, method: stream, session: '"s"', output_tokens: "return[*].usage?.output"}
                - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
            """);
    List<Agent.Answer> pieces =
        List.of(
            new Agent.Answer("one", new Agent.Usage(0, 60), null),
            new Agent.Answer("two", new Agent.Usage(0, 100), null));
    stream(calls, pieces);
    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    stream(calls, pieces);

    assertThatThrownBy(() -> dispatch(calls, 2))
        .hasMessageContaining("budget.tokens is used up with 200");
  }

  private static void stream(GuardedCalls calls, List<Agent.Answer> pieces) throws Exception {
    Flux<?> response =
        (Flux<?>)
            Objects.requireNonNull(calls.call("stream", () -> Flux.fromIterable(pieces), "hello"));
    response.blockLast();
  }

  private static @Nullable Object dispatchWithin(GuardedCalls calls, String session, String text)
      throws Exception {
    return calls.call(
        "onResponse", () -> dispatch(calls, 1), new Agent.Answer(text, null, session));
  }

  private static void onParts(GuardedCalls calls, List<Agent.Answer> parts) throws Exception {
    calls.call("onParts", () -> "done", parts);
  }

  private static @Nullable Object ask(GuardedCalls calls, Agent.Answer answer) throws Exception {
    return calls.call("ask", () -> answer, "hello");
  }

  private static @Nullable Object dispatch(GuardedCalls calls, int number) throws Exception {
    return calls.call("dispatch", () -> "ran", "search", Map.of("n", number));
  }
}
