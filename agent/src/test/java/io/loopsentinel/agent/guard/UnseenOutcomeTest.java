package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.guard.LaterTools.Dispatcher;
import io.loopsentinel.agent.telemetry.event.EventSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

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
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
                sentinel:
                  overrides: {pay: {%s}}
                  targets:
                    - {name: t, kind: tool, type: TYPE, method: %s, tool: arg0, args: arg1, session: '"s"'}
                """
                .formatted(override, method));
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

  @Test
  void leavesTheEffectOfALongStreamUnknown() throws Exception {
    Callable<Object> pay = call("flux", ONCE, () -> Flux.range(0, 10_001).map(String::valueOf));
    ((Flux<?>) pay.call()).blockLast();

    assertThat(Later.FLUX.subscribe(pay.call()).join())
        .asString()
        .contains("its outcome is unknown");
  }

  @Test
  void isSeenIfALaterSubscriptionSucceeds() throws Exception {
    AtomicReference<Mono<String>> work = new AtomicReference<>(Mono.never());
    Callable<Object> pay = call("mono", ONCE, () -> Mono.defer(work::get));
    Mono<?> tried = (Mono<?>) pay.call();
    tried.subscribe().dispose();
    work.set(Mono.just("paid"));

    assertThat(tried.block()).isEqualTo("paid");

    assertThat(((Mono<?>) pay.call()).block()).asString().contains("was done", "paid");
    assertThat(traced).containsExactly("unseen", "hint");
  }
}
