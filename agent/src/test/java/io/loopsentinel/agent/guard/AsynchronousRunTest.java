package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Turns and runs whose results come later. */
class AsynchronousRunTest {

  private static final String TARGETS =
      """
        targets:
          - {name: tool, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1}
          - {name: later, kind: turn, type: TYPE, method: ask, session: '"s"', text: return.text}
          - {name: streamed, kind: turn, type: TYPE, method: stream, session: '"s"', text: 'return[0].text'}
          - {name: mono, kind: run, type: TYPE, method: answer, session: arg0}
          - {name: flowable, kind: run, type: TYPE, method: events, session: arg0}
          - {name: future, kind: run, type: TYPE, method: later, session: arg0}
      """;

  /** An agent that is asked asynchronously. */
  interface Agent {
    record Answer(String text) {}

    String dispatch(String tool, Map<String, Object> arguments);

    CompletableFuture<Answer> ask(String prompt);

    Flux<Answer> stream(String prompt);

    Mono<String> answer(String conversation);

    Flowable<String> events(String conversation);

    CompletableFuture<String> later(String conversation);
  }

  private final GuardedCalls calls = GuardedCalls.of(Agent.class, "sentinel:\n" + TARGETS);

  @Test
  void readsATurnWhenItsFutureCompletes() throws Exception {
    for (int i = 0; i < 6; i++) {
      CompletableFuture<Agent.Answer> body = new CompletableFuture<>();
      CompletableFuture<Agent.Answer> result = call(calls, "ask", () -> body, "hello");
      body.complete(new Agent.Answer("I need more information"));
      assertThat(result.join()).isEqualTo(new Agent.Answer("I need more information"));
    }

    CompletableFuture<Agent.Answer> seventh = call(calls, "ask", CompletableFuture::new, "hello");

    assertThatThrownBy(seventh::join).hasCauseInstanceOf(ToolLoopError.class);
    assertThat(calls.log()).contains("similar_turns in session s");
  }

  @Test
  void readsAStreamedTurnAsTheListOfItsItems() throws Exception {
    for (int i = 0; i < 6; i++) {
      Flux<Agent.Answer> result =
          call(calls, "stream", () -> Flux.just(new Agent.Answer("I need more information")), "?");
      assertThat(result.collectList().block()).hasSize(1);
    }

    Flux<Agent.Answer> seventh = call(calls, "stream", Flux::never, "hello");

    assertThatThrownBy(seventh::blockLast).hasCauseInstanceOf(ToolLoopError.class);
  }

  @Test
  void refusesATurnBeyondTheBudgetByItsType() throws Exception {
    GuardedCalls limited =
        GuardedCalls.of(Agent.class, "sentinel:\n  budget: {turns: 1}\n" + TARGETS);
    CompletableFuture<Agent.Answer> answer =
        CompletableFuture.completedFuture(new Agent.Answer("one apple"));
    assertThat(AsynchronousRunTest.<Object>call(limited, "ask", () -> answer, "hello"))
        .isSameAs(answer);

    CompletableFuture<Agent.Answer> second = call(limited, "ask", () -> answer, "hello");

    assertThatThrownBy(second::join).hasCauseInstanceOf(ToolLoopError.class);
  }

  @Test
  void countsTheToolsOfAColdRunInTheSessionOfTheRun() throws Exception {
    Mono<String> mono =
        call(calls, "answer", () -> Mono.fromCallable(this::loop), "conversation 1");
    Flowable<String> flowable =
        call(calls, "events", () -> Flowable.fromCallable(this::loop), "conversation 2");

    assertThat(mono.block()).isEqualTo("ran, ran, ran, loop-detected");
    assertThat(flowable.blockingSingle()).isEqualTo("ran, ran, ran, loop-detected");

    assertThat(calls.log())
        .contains("in session conversation 1")
        .contains("in session conversation 2")
        .doesNotContain("in session thread");
    assertThat(dispatch()).isEqualTo("ran");
  }

  @Test
  void threadLeavesTheRunWhenTheMethodReturnsAFuture() throws Exception {
    CompletableFuture<String> body = new CompletableFuture<>();
    Callable<CompletableFuture<String>> loopThenWait =
        () -> {
          assertThat(loop()).endsWith("loop-detected");
          return body;
        };

    CompletableFuture<String> result = call(calls, "later", loopThenWait, "conversation 1");

    assertThat(calls.log()).contains("in session conversation 1");
    assertThat(dispatch()).isEqualTo("ran");
    body.complete("answered");
    assertThat(result).isCompletedWithValue("answered");
  }

  private String loop() throws Exception {
    StringBuilder results = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      String result = dispatch();
      results
          .append(i == 0 ? "" : ", ")
          .append(result.startsWith("ran") ? result : result.substring(0, 13));
    }
    return results.toString();
  }

  private String dispatch() throws Exception {
    return call(calls, "dispatch", () -> "ran", "search", Map.of("q", "x"));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T call(
      GuardedCalls calls, String method, Callable<? extends T> body, Object... arguments)
      throws Exception {
    Object result = calls.call(method, body, arguments);
    if (result == null) {
      throw new AssertionError("the method returned null");
    }
    return (T) result;
  }
}
