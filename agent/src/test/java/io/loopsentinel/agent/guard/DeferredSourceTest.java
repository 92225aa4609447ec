package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.question.Answer;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls of methods that return types of Reactor and RxJava, which wait for a person. */
class DeferredSourceTest {

  private static final String CONFIG =
      """
      sentinel:
        default: {threshold: 1, escalation: [ask, hint, abort]}
        targets:
          - {name: tool, kind: tool, type: TYPE, method: METHOD, session: '"s"', tool: arg0}
      """;

  /** A class with the advice in its methods; each counts how often its work was done. */
  @SuppressWarnings("unchecked") // The advice hands on what it was given.
  static class Agent {

    private final Guard guard;
    private final AtomicInteger runs = new AtomicInteger();

    Agent(Guard guard) {
      this.guard = guard;
    }

    Mono<String> mono(String tool) throws Exception {
      return (Mono<String>) guarded(tool, () -> Mono.fromCallable(this::run));
    }

    Flux<String> flux(String tool) throws Exception {
      return (Flux<String>) guarded(tool, () -> Mono.fromCallable(this::run).flux());
    }

    Single<String> single(String tool) throws Exception {
      return (Single<String>) guarded(tool, () -> Single.fromCallable(this::run));
    }

    Maybe<String> maybe(String tool) throws Exception {
      return (Maybe<String>) guarded(tool, () -> Maybe.fromCallable(this::run));
    }

    Completable completable(String tool) throws Exception {
      return (Completable) guarded(tool, () -> Completable.fromCallable(this::run));
    }

    Observable<String> observable(String tool) throws Exception {
      return (Observable<String>) guarded(tool, () -> Observable.fromCallable(this::run));
    }

    Flowable<String> flowable(String tool) throws Exception {
      return (Flowable<String>) guarded(tool, () -> Flowable.fromCallable(this::run));
    }

    private Object guarded(String tool, Callable<?> body) throws Exception {
      return Objects.requireNonNull(guard.callOn(this, body, tool));
    }

    private String run() {
      return "ran " + runs.incrementAndGet();
    }
  }

  /** The types, by the names of the methods that return them. */
  enum Type {
    MONO,
    FLUX,
    SINGLE,
    MAYBE,
    COMPLETABLE,
    OBSERVABLE,
    FLOWABLE;

    String method() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Subscribes to a source; returns a future of its value. */
    CompletableFuture<?> subscribe(Object source) {
      CompletionStage<?> value =
          switch (this) {
            case MONO -> ((Mono<?>) source).toFuture();
            case FLUX -> ((Flux<?>) source).single().toFuture();
            case SINGLE -> ((Single<?>) source).toCompletionStage();
            case MAYBE -> ((Maybe<?>) source).toCompletionStage();
            case COMPLETABLE -> ((Completable) source).toCompletionStage(null);
            case OBSERVABLE -> ((Observable<?>) source).singleOrErrorStage();
            case FLOWABLE -> ((Flowable<?>) source).singleOrErrorStage();
          };
      return value.toCompletableFuture();
    }

    @Nullable String value(@Nullable String fallback) {
      return this == COMPLETABLE ? null : fallback;
    }
  }

  /** An agent whose second call waits. */
  private static final class Waiting {

    private final Type type;
    private final GuardedCalls calls;
    private final Agent agent;
    private final Object source;

    Waiting(Type type) throws Exception {
      this.type = type;
      this.calls = GuardedCalls.of(Agent.class, CONFIG.replace("METHOD", type.method()));
      this.agent = new Agent(calls.guard(type.method()));
      type.subscribe(submit()).get();
      this.source = submit();
    }

    Object submit() throws Exception {
      return Agent.class.getDeclaredMethod(type.method(), String.class).invoke(agent, "pay");
    }

    boolean answer(String kind, @Nullable String text) {
      return calls.questions().answer("1", Answer.of(kind, text, "by test"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void runIfAPersonAllowsThem(Type type) throws Exception {
    Waiting waiting = new Waiting(type);
    CompletableFuture<?> value = type.subscribe(waiting.source);
    assertThat(value).isNotDone();

    waiting.answer("run", null);

    assertThat(value.get()).isEqualTo(type.value("ran 2"));
    assertThat(waiting.agent.runs).hasValue(2);
    assertThat(waiting.calls.questions().open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void workForEachSubscriptionAlone(Type type) throws Exception {
    Waiting waiting = new Waiting(type);

    waiting.answer("run", null);

    assertThat(waiting.agent.runs).hasValue(1);
    assertThat(type.subscribe(waiting.source).get()).isEqualTo(type.value("ran 2"));
    assertThat(type.subscribe(waiting.source).get()).isEqualTo(type.value("ran 3"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPLETABLE")
  void areAnsweredInTheWordsOfAPerson(Type type) throws Exception {
    Waiting waiting = new Waiting(type);
    CompletableFuture<?> value = type.subscribe(waiting.source);

    waiting.answer("message", "Not now.");

    assertThat(value.get())
        .isEqualTo("loop-detected: this call was not run. The operator says: Not now.");
    assertThat(waiting.agent.runs).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  void failIfAPersonAbortsThem(Type type) throws Exception {
    Waiting waiting = new Waiting(type);
    CompletableFuture<?> value = type.subscribe(waiting.source);

    waiting.answer("abort", null);

    assertThat(ToolLoopError.findIn(catchThrowable(value::get))).isPresent();
    assertThat(waiting.agent.runs).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  void cancellationWithdrawsTheQuestion(Type type) throws Exception {
    Waiting waiting = new Waiting(type);
    CompletableFuture<?> value = type.subscribe(waiting.source);

    value.cancel(true);

    assertThat(waiting.calls.questions().open()).isEmpty();
    assertThat(waiting.answer("run", null)).isFalse();
    CompletableFuture<?> another = type.subscribe(waiting.source);
    assertThat(ToolLoopError.findIn(catchThrowable(another::get))).isPresent();
    assertThat(waiting.agent.runs).hasValue(1);
  }
}
