package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.ToolLoopErrorBuilder;
import io.loopsentinel.hook.Hook;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An abort of the run of an agent that is a tool: the call of that tool has an answer, and the run
 * that called it ends at its own next request.
 */
class InnerEndTest {

  private static final String SENTINEL =
      """
      sentinel:
        abort_at: AT
        targets:
          - {name: ask, kind: turn, type: TYPE, method: ask, session: arg0, text: return}
      """
          + Stream.of(LaterTools.Dispatcher.class.getMethods())
              .map(Method::getName)
              .filter(name -> !name.equals("ask"))
              .map(
                  "    - {name: %1$s, kind: tool, type: TYPE, method: %1$s, session: arg0, tool: '\"agent\"', args: arg1}\n"
                      ::formatted)
              .collect(Collectors.joining());

  private static final String ANSWER =
      "loop-detected: the agent behind this tool was stopped, so the call has no result."
          + " The run is ended.";

  private final ToolLoopError inner =
      error("loop-detected: search has already run 3 times", "inner");

  private final GuardedCalls calls = calls("next_request");

  @Test
  void answersTheCallAndEndsTheOuterRunAtItsNextRequest() throws Exception {
    ask(calls);

    assertThat(answer(calls, "plain", inner)).isEqualTo(ANSWER);
    assertEnds();
    assertThat(calls.log())
        .containsOnlyOnce(
            "session outer: its call of agent failed, because session inner was aborted within it;"
                + " the run ends at its next request to the model");
  }

  @Test
  void findsTheWrappedError() throws Exception {
    ask(calls);

    assertThat(answer(calls, "plain", new IllegalStateException(inner))).isEqualTo(ANSWER);
    assertEnds();
  }

  @Test
  void answersAnAgentThatIsExempt() throws Exception {
    GuardedCalls exempt =
        GuardedCalls.of(
            LaterTools.Dispatcher.class,
            SENTINEL.replace("abort_at: AT", "overrides: {agent: {exempt: true}}"));
    ask(exempt);

    assertThat(answer(exempt, "plain", new IllegalStateException("disk full"))).isNull();
    assertThat(((Mono<?>) call(exempt, "mono", () -> Mono.just("answered"))).block())
        .isEqualTo("answered");
    assertThat(((Mono<?>) call(exempt, "mono", () -> Mono.error(inner))).block()).isEqualTo(ANSWER);
    assertThatThrownBy(() -> ask(exempt)).isInstanceOf(ToolLoopError.class);
    assertThat(answer(exempt, "plain", inner)).isEqualTo(ANSWER);
    assertThatThrownBy(() -> ask(exempt)).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void letsTheNextQuestionPass() throws Exception {
    ask(calls);
    answer(calls, "plain", inner);
    assertEnds();

    ask(calls);
    assertThat(call(calls, "plain", () -> "answered")).isEqualTo("answered");
  }

  @Test
  void answersTheOtherCallsOfTheResponse() throws Exception {
    ask(calls);
    answer(calls, "plain", inner);

    assertThat(call(calls, "plain", () -> "ran"))
        .isEqualTo("loop-detected: this call was not run. The run is ended.");
  }

  /** A method may say that it returns anything, or what. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLETABLE", "FLOW"})
  void answersAResultThatComesLater(Later type) throws Exception {
    for (String method : List.of(type.method(), "anything")) {
      ask(calls);

      Object result = call(calls, method, () -> type.from(Mono.error(inner)));

      assertThat(type.subscribe(result).join()).isEqualTo(ANSWER);
      assertEnds();
    }
  }

  @Test
  void answersAFutureThatFailsLater() throws Exception {
    ask(calls);
    CompletableFuture<String> body = new CompletableFuture<>();

    CompletableFuture<?> result = (CompletableFuture<?>) call(calls, "future", () -> body);
    body.completeExceptionally(inner);

    assertThat(result.join()).isEqualTo(ANSWER);
    assertEnds();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLETABLE", "FLOW"})
  void leavesOtherFailuresAsTheyAre(Later type) throws Exception {
    ask(calls);
    IllegalStateException failure = new IllegalStateException("disk full");

    Object result = call(calls, type.method(), () -> type.from(Mono.error(failure)));

    assertThatThrownBy(() -> type.subscribe(result).join()).hasStackTraceContaining("disk full");
    ask(calls);
  }

  /** A request for one item gets one. */
  @Test
  void waitsForTheDemandOfAStream() throws Exception {
    ask(calls);
    AtomicInteger items = new AtomicInteger();
    Flux<?> result = (Flux<?>) call(calls, "flux", () -> Flux.error(inner));

    BaseSubscriber<Object> subscriber =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {}

          @Override
          protected void hookOnNext(Object value) {
            items.incrementAndGet();
          }
        };
    result.subscribe(subscriber);

    assertThat(items).hasValue(0);
    subscriber.request(1);
    assertThat(items).hasValue(1);
  }

  @Test
  void rethrowsTheAbortOfItsOwnRun() throws Exception {
    ask(calls);
    ToolLoopError own = error("own", "outer");

    assertThat(answer(calls, "plain", own)).isNull();
    ask(calls);
  }

  @Test
  void throwsTheErrorIfNoRequestWasSeen() throws Exception {
    assertThat(answer(calls, "plain", inner)).isNull();
    ask(calls);
  }

  @Test
  void throwsTheErrorIfTheMethodCanReturnNoText() throws Exception {
    ask(calls);

    assertThat(answer(calls, "number", inner)).isNull();
    ask(calls);
  }

  /** A stream of no library that is known has no operators. */
  @Test
  void passesTheErrorOnIfTheResultIsABarePublisher() throws Exception {
    ask(calls);
    Publisher<String> bare = subscriber -> Flux.<String>error(inner).subscribe(subscriber);

    Publisher<?> result = (Publisher<?>) call(calls, "publisher", () -> bare);

    assertThatThrownBy(() -> Flux.from(result).blockLast()).hasCause(inner);
    ask(calls);
  }

  /** Such a framework repeats a request that fails, and the next one would pass. */
  @Test
  void throwsTheErrorIfAnAbortHasToEndTheSession() throws Exception {
    GuardedCalls ending =
        GuardedCalls.of(
            LaterTools.Dispatcher.class,
            SENTINEL
                .replace("abort_at: AT", "abort_at: next_request")
                .replace("args: arg1", "args: arg1, ends_session: true"));
    ask(ending);

    assertThat(answer(ending, "plain", inner)).isNull();
    ask(ending);
  }

  @Test
  void throwsTheErrorIfAbortsAreThrownAtTheCall() throws Exception {
    GuardedCalls atCall = calls("call");
    ask(atCall);

    assertThat(answer(atCall, "plain", inner)).isNull();
    ask(atCall);
  }

  private void assertEnds() {
    assertThatThrownBy(() -> ask(calls))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error).hasMessage(inner.getMessage());
              assertThat(error.status()).isEqualTo(inner.status());
              assertThat(error.tool()).isEqualTo("search");
              assertThat(error.count()).isEqualTo(3);
              assertThat(error.session()).isEqualTo("inner");
              assertThat(error.detector()).isEqualTo("repeat");
              assertThat(error.cycle()).isEqualTo(inner.cycle());
              assertThat(error.fingerprint()).isEqualTo(inner.fingerprint());
            });
  }

  private static GuardedCalls calls(String at) {
    return GuardedCalls.of(
        LaterTools.Dispatcher.class, SENTINEL.replace("abort_at: AT", "abort_at: " + at));
  }

  private static void ask(GuardedCalls calls) throws Exception {
    Object answer = calls.call("ask", () -> "answer", "outer");
    assertThat(answer).isEqualTo("answer");
  }

  /** Calls an agent that fails; returns the answer of the call, or null if it throws. */
  private static @Nullable Object answer(GuardedCalls calls, String method, Throwable failure) {
    Object verdict =
        calls.guard(method).apply(null, new Object[] {"outer", Map.of("q", "a question")});
    return Hook.exit(verdict, null, failure) instanceof Optional<?> answer
        ? answer.orElse(null)
        : null;
  }

  private static Object call(GuardedCalls calls, String method, Callable<?> body) throws Exception {
    return Objects.requireNonNull(calls.call(method, body, "outer", Map.of("q", "a question")));
  }

  private static ToolLoopError error(String message, String session) {
    return new ToolLoopErrorBuilder(ToolLoopError.Status.LOOP_DETECTED, message)
        .call("search", session)
        .loop("repeat", 3, List.of("search"), "0".repeat(64))
        .build();
  }
}
