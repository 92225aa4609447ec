package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.reactivex.rxjava3.core.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A call whose outcome will not be seen, as if its caller gave up, has ended. */
class UnseenOutcomeTest {

  private static final String ONCE = "effect: {once: [id], verify_with: find_payment}";

  /** The outcomes of calls that a receiver of traces gets. */
  private final List<Object> traced = new ArrayList<>();

  private final EventSink sink =
      new EventSink() {
        @Override
        public String name() {
          return "traces";
        }

        @Override
        public boolean isImmediate() {
          return true;
        }

        @Override
        public void accept(LoopEvent event) {}

        @Override
        public boolean takesTraces() {
          return true;
        }

        @Override
        public void trace(Map<String, Object> values) {
          traced.add(values.getOrDefault("outcome", values.get("decision")));
        }
      };

  /** Returns a call of a tool that an override names. */
  private Callable<Object> call(String method, String override, Callable<?> body) {
    return call(method, override, "", body);
  }

  private Callable<Object> call(String method, String override, String keys, Callable<?> body) {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
                sentinel:
                  overrides: {pay: {%s}}
                  targets:
                    - {name: t, kind: tool, type: TYPE, method: %s, tool: arg0, args: arg1, session: '"s"'%s}
                """
                .formatted(override, method, keys));
    calls.telemetry().events().add(sink);
    Guard guard = calls.guard(method);
    return () -> guard.call(body, "pay", Map.of("id", 7));
  }

  /** Nobody can cancel a stage, and nothing but an error can refuse a completable. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"STAGE", "COMPLETABLE"})
  void leavesTheEffectOfACancelledCallUnknown(Later type) throws Exception {
    Callable<Object> pay = call(type.method(), ONCE, () -> type.from(Mono.never()));

    assertThat(type.subscribe(pay.call()).cancel(true)).isTrue();

    assertThat(type.subscribe(pay.call()).join())
        .asString()
        .contains("its outcome is unknown", "find_payment");
    assertThat(traced).containsExactly("unseen", "hint");
  }

  @Test
  void leavesTheEffectOfAFutureThatCannotBeObservedUnknown() throws Exception {
    Callable<Object> pay = call("plainFuture", ONCE, () -> new FutureTask<>(() -> "paid"));
    pay.call();

    assertThat(Later.FUTURE.subscribe(pay.call()).join())
        .asString()
        .contains("its outcome is unknown");
  }

  /** As if a member of the result were missing for once. */
  @Test
  void leavesTheEffectOfACallWhoseOutcomeCannotBeReadUnknown() throws Exception {
    Callable<Object> pay =
        call(
            "future",
            ONCE,
            ", failed: return.substring(5).isEmpty()",
            () -> Later.FUTURE.from(Mono.just("paid")));
    assertThat(Later.FUTURE.subscribe(pay.call()).join()).isEqualTo("paid");

    assertThat(Later.FUTURE.subscribe(pay.call()).join())
        .asString()
        .contains("its outcome is unknown", "find_payment");
    assertThat(traced).containsExactly("unseen", "hint");
  }

  @Test
  void leavesTheEffectOfALongStreamUnknown() throws Exception {
    Callable<Object> pay = call("flux", ONCE, () -> Flux.range(0, 10_001).map(String::valueOf));
    ((Flux<?>) pay.call()).blockLast();

    assertThat(Later.FLUX.subscribe(pay.call()).join())
        .asString()
        .contains("its outcome is unknown");
  }

  /** A completable has no value to compare, and a future begins the work at once. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"FUTURE", "STAGE", "COMPLETABLE"})
  void hasNoEffectBeforeItsResultIsSubscribedTo(Later type) throws Exception {
    AtomicInteger payments = new AtomicInteger();
    Callable<Object> pay =
        call(
            type.method(),
            ONCE,
            () -> type.from(Mono.fromCallable(() -> "paid " + payments.incrementAndGet())));
    Object first = pay.call();
    Object second = pay.call();

    assertThat(type.subscribe(second).join()).isEqualTo("paid 1");

    assertThat(type.subscribe(first).join()).asString().contains("was done");
    assertThat(payments).hasValue(1);
  }

  @Test
  void failsACompletableWhoseEffectHasHappened() throws Exception {
    AtomicInteger payments = new AtomicInteger();
    Callable<Object> pay =
        call("completable", ONCE, () -> Completable.fromAction(payments::incrementAndGet));
    Completable first = (Completable) pay.call();
    ((Completable) pay.call()).blockingAwait();

    assertThatThrownBy(first::blockingAwait).isInstanceOf(ToolLoopError.class);
    assertThat(payments).hasValue(1);
  }

  @Test
  void hasItsEffectOnceIfTheApplicationSubscribesAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    Callable<Object> pay =
        call(
            "mono",
            ONCE,
            () ->
                Mono.fromCallable(
                    () -> {
                      throw new IllegalStateException("timeout " + tries.incrementAndGet());
                    }));

    Object retried = ((Mono<?>) pay.call()).retry(2).block();

    assertThat(retried).asString().contains("its outcome is unknown", "find_payment");
    assertThat(tries).hasValue(1);
  }

  @Test
  void hasItsEffectOnceIfManySubscribeTogether() throws Exception {
    AtomicInteger payments = new AtomicInteger();
    Callable<Object> pay =
        call(
            "mono",
            ONCE + ", threshold: 0",
            () -> Mono.fromCallable(() -> "paid " + payments.incrementAndGet()));
    List<Mono<?>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add((Mono<?>) pay.call());
    }

    List<?> results =
        Flux.fromIterable(calls)
            .flatMap(
                each ->
                    each.map(String::valueOf)
                        .onErrorReturn("aborted")
                        .subscribeOn(Schedulers.boundedElastic()),
                100)
            .collectList()
            .block();

    assertThat(results.stream().filter("paid 1"::equals)).hasSize(1);
    assertThat(payments).hasValue(1);
  }

  @Test
  void isSeenIfALaterSubscriptionSucceeds() throws Exception {
    AtomicReference<Mono<String>> work = new AtomicReference<>(Mono.never());
    Callable<Object> look = call("mono", "threshold: 9", () -> Mono.defer(work::get));
    Mono<?> tried = (Mono<?>) look.call();
    tried.subscribe().dispose();
    work.set(Mono.just("found"));

    assertThat(tried.block()).isEqualTo("found");

    assertThat(traced).containsExactly("unseen");
  }
}
