package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher.OwnFuture;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher.Result;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

/** Hints and errors that come by a method's own type. */
class AsynchronousVerdictTest {

  static Stream<Arguments> types() {
    return Stream.concat(
        EnumSet.complementOf(EnumSet.of(Later.COMPLETABLE)).stream()
            .map(type -> Arguments.of(type.method(), type)),
        Stream.of(
            Arguments.of("plainFuture", Later.FUTURE), Arguments.of("monoOfAnything", Later.MONO)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void givesHintsAndErrorsByTheMethodsOwnType(String method, Later type) throws Exception {
    LaterTools tools = LaterTools.of(method);
    Callable<Object> body = () -> type.from(Mono.just("ran"));

    for (int i = 0; i < 3; i++) {
      assertThat(type.subscribe(tools.call(1, body)).join()).isEqualTo("ran");
    }
    for (int i = 0; i < 2; i++) {
      assertThat(type.subscribe(tools.call(1, body)).join())
          .asString()
          .startsWith("loop-detected: bash has already run 3 times");
    }
    CompletableFuture<?> sixth = type.subscribe(tools.call(1, body));
    assertThat(ToolLoopError.findIn(catchThrowable(sixth::join))).isPresent();
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
}
