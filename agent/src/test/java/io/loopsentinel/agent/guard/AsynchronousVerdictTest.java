package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher.OwnFuture;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher.Result;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Hints and errors that come by a method's own type. */
class AsynchronousVerdictTest {

  /** What a method's body returns, and how its caller reads that. */
  record Type(String method, Object body, Function<Object, @Nullable Object> read) {
    @Override
    public String toString() {
      return method;
    }
  }

  static Stream<Type> types() {
    return Stream.of(
        new Type(
            "future",
            CompletableFuture.completedFuture("ran"),
            result -> ((CompletableFuture<?>) result).join()),
        new Type(
            "stage",
            CompletableFuture.completedStage("ran"),
            result -> ((CompletionStage<?>) result).toCompletableFuture().join()),
        new Type(
            "plainFuture", CompletableFuture.completedFuture("ran"), AsynchronousVerdictTest::get),
        new Type("mono", Mono.just("ran"), result -> ((Mono<?>) result).block()),
        new Type("monoOfAnything", Mono.just("ran"), result -> ((Mono<?>) result).block()),
        new Type("flux", Flux.just("ran"), result -> ((Flux<?>) result).blockLast()),
        new Type("single", Single.just("ran"), result -> ((Single<?>) result).blockingGet()),
        new Type("maybe", Maybe.just("ran"), result -> ((Maybe<?>) result).blockingGet()),
        new Type(
            "observable",
            Observable.just("ran"),
            result -> ((Observable<?>) result).blockingSingle()),
        new Type(
            "flowable", Flowable.just("ran"), result -> ((Flowable<?>) result).blockingSingle()),
        new Type(
            "publisher", Flux.just("ran"), result -> Flux.from((Publisher<?>) result).blockLast()),
        new Type(
            "flow",
            FlowAdapters.toFlowPublisher(Flux.just("ran")),
            result -> Flux.from(FlowAdapters.toPublisher((Flow.Publisher<?>) result)).blockLast()));
  }

  @ParameterizedTest
  @MethodSource("types")
  void givesHintsAndErrorsByTheMethodsOwnType(Type type) throws Exception {
    LaterTools tools = LaterTools.of(type.method());

    for (int i = 0; i < 3; i++) {
      assertThat(type.read().apply(tools.call(1, type::body))).isEqualTo("ran");
    }
    for (int i = 0; i < 2; i++) {
      assertThat(type.read().apply(tools.call(1, type::body)))
          .asString()
          .startsWith("loop-detected: bash has already run 3 times");
    }
    Object sixth = tools.call(1, type::body);

    assertThat(ToolLoopError.findIn(catchThrowable(() -> type.read().apply(sixth)))).isPresent();
    assertThat(tools.log()).doesNotContain("becomes an abort");
  }

  @Test
  void wrapsAPlainResultInTheMethodsType() throws Exception {
    LaterTools tools =
        LaterTools.of(
            "monoOfResult", "result: '%s::error(message)'".formatted(Result.class.getName()));
    for (int i = 0; i < 3; i++) {
      tools.<Mono<Result>>call(1, () -> Mono.just(new Result(false, "ran"))).block();
    }

    Mono<Result> fourth = tools.call(1, () -> Mono.just(new Result(false, "ran")));

    assertThat(fourth.block())
        .isInstanceOfSatisfying(
            Result.class, result -> assertThat(result.text()).startsWith("loop-detected"));
  }

  @Test
  void takesAResultThatTheExpressionBuildsAsAWhole() throws Exception {
    LaterTools tools =
        LaterTools.of("single", "result: 'io.reactivex.rxjava3.core.Single::just(\"stop it\")'");
    for (int i = 0; i < 3; i++) {
      assertThat(tools.<Single<String>>call(1, () -> Single.just("ran")).blockingGet())
          .isEqualTo("ran");
    }

    Single<String> fourth = tools.call(1, () -> Single.just("ran"));

    assertThat(fourth.blockingGet()).isEqualTo("stop it");
  }

  @Test
  void abortsIfTheValueIsNoText() throws Exception {
    LaterTools tools = LaterTools.of("futureOfResult");
    CompletableFuture<Result> done = CompletableFuture.completedFuture(new Result(false, "ran"));
    for (int i = 0; i < 3; i++) {
      tools.call(1, () -> done);
    }

    CompletableFuture<Result> fourth = tools.call(1, () -> done);

    assertThatThrownBy(fourth::join).hasCauseInstanceOf(ToolLoopError.class);
    assertThat(tools.log())
        .containsOnlyOnce(
            "a hint becomes an abort here, because the method returns"
                + " java.util.concurrent.CompletableFuture of "
                + Result.class.getName());
  }

  @Test
  void abortsIfNoValueIsPossible() throws Exception {
    LaterTools tools = LaterTools.of("completable");
    for (int i = 0; i < 3; i++) {
      assertThat(
              tools.<Completable>call(1, Completable::complete).blockingAwait(1, TimeUnit.MINUTES))
          .isTrue();
    }

    Completable fourth = tools.call(1, Completable::complete);

    assertThatThrownBy(fourth::blockingAwait).isInstanceOf(ToolLoopError.class);
  }

  @Test
  void throwsIfTheMethodDeclaresASubclass() throws Exception {
    LaterTools tools = LaterTools.of("ownFuture");
    for (int i = 0; i < 3; i++) {
      OwnFuture<String> done = new OwnFuture<>();
      done.complete("ran");
      tools.call(1, () -> done);
    }

    assertThatThrownBy(() -> tools.call(1, OwnFuture::new)).isInstanceOf(ToolLoopError.class);
  }

  private static Object get(Object future) {
    try {
      return ((Future<?>) future).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
