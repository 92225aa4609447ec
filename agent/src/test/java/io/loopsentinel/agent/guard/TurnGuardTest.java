package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Turns of the model, read off a method that asks it. */
class TurnGuardTest {

  private static final String TARGETS =
      """
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: '"s"', text: return.text, input_tokens: return.usage?.input, output_tokens: return.usage?.output, model: return.model}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
      """;

  /** A model and its tools. */
  @SuppressWarnings("unused")
  static final class Agent {
    record Usage(int input, int output) {}

    record Answer(@Nullable String text, @Nullable Usage usage, @Nullable String model) {}

    Answer ask(String message) {
      return new Answer(null, null, null);
    }

    String dispatch(String tool, Map<String, Object> arguments) {
      return "";
    }
  }

  @Test
  void endsASessionWhoseModelSaysTheSameAgainAndAgain() throws Exception {
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
    assertThatThrownBy(() -> dispatch(calls, 1)).isInstanceOf(ToolLoopError.class);
    assertThat(calls.log())
        .contains("similar_turns in session s: the model said nearly the same 4 times in a row")
        .contains("the session is terminated")
        .doesNotContain("information");
  }

  @Test
  void tellsWhatEndedASessionOnce() throws Exception {
    GuardedCalls calls = GuardedCalls.of(Agent.class, "sentinel:\n" + TARGETS);
    for (int i = 0; i < 6; i++) {
      ask(calls, new Agent.Answer("I need more information", null, null));
    }
    String log = calls.log();

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> dispatch(calls, 1)).isInstanceOf(ToolLoopError.class);
    }

    assertThat(calls.log()).isEqualTo(log);
  }

  @Test
  void countsTokensAndPricesThemByTheModel() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            "sentinel:\n"
                + "  budget: {cost_usd: 1, prices: {\"big-*\": {input: 2, output: 10}}}\n"
                + TARGETS);

    ask(calls, new Agent.Answer("one apple", new Agent.Usage(1_000_000, 1_000_000), "small"));
    ask(calls, new Agent.Answer("two pears", new Agent.Usage(400_000, 10_000), "big-1"));
    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    ask(calls, new Agent.Answer("three plums", new Agent.Usage(400_000, 0), "big-2"));

    assertThat(dispatch(calls, 2))
        .asString()
        .contains("$1.70 have been spent, and no more than $1.00 are allowed");
    assertThat(calls.log()).contains("budget in session s: budget.cost_usd is used up with $1.70");
  }

  @Test
  void aModelThatFailsToAnswerMakesNoTurn() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(Agent.class, "sentinel:\n  budget: {turns: 1}\n" + TARGETS);
    BiFunction<@Nullable Object, Object[], @Nullable Object> guard =
        calls.guard(Agent.class, "ask");
    IllegalStateException failure = new IllegalStateException("overloaded");

    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> GuardedCalls.fail(guard, failure, "hello")).isSameAs(failure);
    }

    assertThat(dispatch(calls, 1)).isEqualTo("ran");
    assertThat(calls.log()).isEmpty();
  }

  private static @Nullable Object ask(GuardedCalls calls, Agent.Answer answer) throws Exception {
    return GuardedCalls.call(calls.guard(Agent.class, "ask"), null, () -> answer, "hello");
  }

  private static @Nullable Object dispatch(GuardedCalls calls, int number) throws Exception {
    return GuardedCalls.call(
        calls.guard(Agent.class, "dispatch"), null, () -> "ran", "search", Map.of("n", number));
  }
}
