package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asynchronous results that are given again. */
class ReusedLaterTest {

  /** One method for each type. */
  @SuppressWarnings("unused") // read by the guards
  static class Dispatcher {
    CompletableFuture<String> future(String tool, Map<String, Object> arguments) {
      return CompletableFuture.completedFuture("ran later");
    }

    Mono<String> mono(String tool, Map<String, Object> arguments) {
      return Mono.empty();
    }

    Single<String> single(String tool, Map<String, Object> arguments) {
      return Single.never();
    }

    Maybe<Map<String, Object>> maybe(String tool, Map<String, Object> arguments) {
      return Maybe.never();
    }

    Flux<String> flux(String tool, Map<String, Object> arguments) {
      return Flux.empty();
    }
  }

  private final AtomicInteger ran = new AtomicInteger();
  private @Nullable Guard guard;

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <T> T call(String method, Callable<? extends T> body) throws Exception {
    Guard known = guard;
    if (known == null) {
      GuardedCalls calls =
          GuardedCalls.of(
              Dispatcher.class,
              """
              sentinel:
                overrides: {get_*: {reuse: {}}}
                targets:
                  - {name: t, kind: tool, type: TYPE, method: %s, tool: arg0, args: arg1, session: '"s"'}
              """
                  .formatted(method));
      known = calls.guard(method);
      guard = known;
    }
    Object result =
        known.callOn(
            new Dispatcher(),
            () -> {
              ran.incrementAndGet();
              return body.call();
            },
            "get_order",
            Map.of("id", 7));
    if (result == null) {
      throw new AssertionError("the method returned null");
    }
    return (T) result;
  }

  @Test
  void givesACompletedFuture() throws Exception {
    CompletableFuture<String> body = new CompletableFuture<>();
    CompletableFuture<String> first = call("future", () -> body);
    body.complete("paid");

    assertThat(first).isCompletedWithValue("paid");
    assertThat(this.<CompletableFuture<String>>call("future", CompletableFuture::new).join())
        .endsWith("earlier result:\n\npaid");
    assertThat(ran).hasValue(1);
  }

  @Test
  void sharesTheRunOfAFutureWithoutBlocking() throws Exception {
    CompletableFuture<String> body = new CompletableFuture<>();
    CompletableFuture<String> first = call("future", () -> body);
    CompletableFuture<String> second = call("future", CompletableFuture::new);
    assertThat(second).isNotDone();

    body.complete("paid");

    assertThat(first.join()).isEqualTo("paid");
    assertThat(second.join()).endsWith("paid");
    assertThat(ran).hasValue(1);
  }

  @Test
  void runsTheSecondIfTheFirstFails() throws Exception {
    CompletableFuture<String> body = new CompletableFuture<>();
    CompletableFuture<String> unused = call("future", () -> body);
    CompletableFuture<String> second = call("future", CompletableFuture::new);

    body.completeExceptionally(new IllegalStateException("disk full"));

    assertThat(second.join()).isEqualTo("ran later");
  }

  @Test
  void runsTheSecondIfTheFirstIsCancelled() throws Exception {
    CompletableFuture<String> first = call("future", CompletableFuture::new);
    CompletableFuture<String> second = call("future", CompletableFuture::new);

    first.cancel(true);

    assertThat(second).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("ran later");
  }

  @Test
  void givesAMono() throws Exception {
    assertThat(this.<Mono<String>>call("mono", () -> Mono.just("paid")).block()).isEqualTo("paid");

    assertThat(this.<Mono<String>>call("mono", Mono::never).block()).endsWith("paid");
    assertThat(ran).hasValue(1);
  }

  @Test
  void doesNotWaitForAMonoThatMayNeverBegin() throws Exception {
    Mono<String> unused = call("mono", () -> Mono.just("paid"));

    assertThat(this.<Mono<String>>call("mono", () -> Mono.just("open")).block()).isEqualTo("open");
  }

  @Test
  void givesASingle() throws Exception {
    assertThat(this.<Single<String>>call("single", () -> Single.just("paid")).blockingGet())
        .isEqualTo("paid");

    assertThat(this.<Single<String>>call("single", Single::never).blockingGet()).endsWith("paid");
  }

  @Test
  void givesAMaybeOfData() throws Exception {
    Map<String, Object> data = Map.of("state", "paid", "items", List.of(1, 2));
    assertThat(this.<Maybe<Object>>call("maybe", () -> Maybe.just(data)).blockingGet())
        .isEqualTo(data);

    assertThat(this.<Maybe<Object>>call("maybe", Maybe::never).blockingGet()).isEqualTo(data);
    assertThat(ran).hasValue(1);
  }

  @Test
  void doesNotKeepAStream() throws Exception {
    for (String text : List.of("paid", "shipped")) {
      assertThat(this.<Flux<String>>call("flux", () -> Flux.just(text)).collectList().block())
          .containsExactly(text);
    }
  }
}
