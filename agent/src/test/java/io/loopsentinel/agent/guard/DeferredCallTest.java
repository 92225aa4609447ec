package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.telemetry.event.Count;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls of methods whose results come later, which wait for a person without a thread. */
class DeferredCallTest {

  private static final String CONFIG =
      """
      sentinel:
        default: {threshold: 1, escalation: [ask, hint, abort]}
        targets:
          - {name: tool, kind: tool, type: TYPE, method: METHOD, session: '"s"', tool: arg0}
      """;

  /** A class with the advice in its methods; it counts how often its work was done. */
  @SuppressWarnings({"unchecked", "unused"}) // The advice hands on what it was given.
  static class Agent {
    private final Later type;
    private final GuardedCalls calls;
    private final Guard guard;
    private final AtomicInteger runs = new AtomicInteger();

    Agent(Later type) {
      this.type = type;
      this.calls = GuardedCalls.of(Agent.class, CONFIG.replace("METHOD", type.method()));
      this.guard = calls.guard(type.method());
    }

    CompletableFuture<String> future(String tool) throws Exception {
      return (CompletableFuture<String>) guarded(tool);
    }

    Mono<String> mono(String tool) throws Exception {
      return (Mono<String>) guarded(tool);
    }

    Flux<String> flux(String tool) throws Exception {
      return (Flux<String>) guarded(tool);
    }

    Single<String> single(String tool) throws Exception {
      return (Single<String>) guarded(tool);
    }

    Maybe<String> maybe(String tool) throws Exception {
      return (Maybe<String>) guarded(tool);
    }

    Completable completable(String tool) throws Exception {
      return (Completable) guarded(tool);
    }

    Observable<String> observable(String tool) throws Exception {
      return (Observable<String>) guarded(tool);
    }

    Flowable<String> flowable(String tool) throws Exception {
      return (Flowable<String>) guarded(tool);
    }

    private Object guarded(String tool) throws Exception {
      Mono<String> work = Mono.fromCallable(() -> "ran " + runs.incrementAndGet());
      return Objects.requireNonNull(guard.callOn(this, () -> type.from(work), tool));
    }

    Object submit() throws Exception {
      return Agent.class.getDeclaredMethod(type.method(), String.class).invoke(this, "pay");
    }

    /** Makes a call, and an equal one that waits. */
    Object secondCall() throws Exception {
      type.subscribe(submit()).get();
      return submit();
    }

    boolean answer(String kind, @Nullable String text) {
      return calls.questions().answer("1", Answer.of(kind, text, "by test"));
    }

    @Nullable String value(@Nullable String value) {
      return type == Later.COMPLETABLE ? null : value;
    }
  }

  /** A tool that uses another one, each with the advice. */
  static class Desk {
    private final GuardedCalls calls =
        GuardedCalls.of(
            Desk.class,
            """
            sentinel:
              default: {threshold: 1, escalation: [ask, hint, abort]}
              overrides: {read: {threshold: 9}}
              targets:
                - {name: p, kind: tool, type: TYPE, method: pay, session: '"s"', tool: method}
                - {name: r, kind: tool, type: TYPE, method: read, session: '"s"', tool: method}
            """);
    private Guard guard = calls.guard("pay");

    CompletableFuture<?> pay(String order) throws Exception {
      return (CompletableFuture<?>)
          Objects.requireNonNull(
              guard.callOn(
                  this, () -> Later.FUTURE.from(Mono.fromCallable(() -> read(order))), order));
    }

    String read(String order) throws Exception {
      return String.valueOf(calls.guard("read").callOn(this, () -> "read " + order, order));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"STAGE", "PUBLISHER", "FLOW"})
  void runIfAPersonAllowsThem(Later type) throws Exception {
    Agent agent = new Agent(type);
    CompletableFuture<?> value = type.subscribe(agent.secondCall());

    assertThat(value).isNotDone();
    agent.answer("run", null);
    assertThat(value.get()).isEqualTo(agent.value("ran 2"));
    assertThat(agent.runs).hasValue(2);
    assertThat(agent.calls.questions().open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"FUTURE", "STAGE", "PUBLISHER", "FLOW"})
  void workForEachSubscriptionAlone(Later type) throws Exception {
    Agent agent = new Agent(type);
    Object source = agent.secondCall();

    agent.answer("run", null);
    assertThat(agent.runs).hasValue(1);
    assertThat(type.subscribe(source).get()).isEqualTo(agent.value("ran 2"));
    assertThat(type.subscribe(source).get()).isEqualTo(agent.value("ran 3"));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"STAGE", "COMPLETABLE", "PUBLISHER", "FLOW"})
  void areAnsweredInTheWordsOfAPerson(Later type) throws Exception {
    Agent agent = new Agent(type);
    CompletableFuture<?> value = type.subscribe(agent.secondCall());

    agent.answer("message", "Not now.");
    assertThat(value.get())
        .isEqualTo("loop-detected: this call was not run. The operator says: Not now.");
    assertThat(agent.runs).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"STAGE", "PUBLISHER", "FLOW"})
  void failIfAPersonAbortsThem(Later type) throws Exception {
    Agent agent = new Agent(type);
    CompletableFuture<?> value = type.subscribe(agent.secondCall());

    agent.answer("abort", null);
    assertThat(ToolLoopError.findIn(catchThrowable(value::get))).isPresent();
    assertThat(agent.runs).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"STAGE", "PUBLISHER", "FLOW"})
  void cancellationWithdrawsTheQuestion(Later type) throws Exception {
    Agent agent = new Agent(type);
    Object source = agent.secondCall();

    type.subscribe(source).cancel(true);
    assertThat(agent.calls.questions().open()).isEmpty();
    assertThat(agent.answer("run", null)).isFalse();
    if (type != Later.FUTURE) {
      CompletableFuture<?> another = type.subscribe(source);
      assertThat(ToolLoopError.findIn(catchThrowable(another::get))).isPresent();
    }
    assertThat(agent.runs).hasValue(1);
  }

  @Test
  void areNotTakenForTheCallsWithinThemIfTheirTargetIsRemovedMeanwhile() throws Exception {
    Desk desk = new Desk();
    desk.pay("7").get();
    CompletableFuture<?> waiting = desk.pay("7");
    desk.guard = (self, arguments) -> null;

    desk.calls.questions().answer("1", Answer.of("run", null, "by test"));

    assertThat(waiting.get()).isEqualTo("read 7");
    assertThat(desk.calls.telemetry().statistics().named(Count.CALLS)).containsEntry("read", 2L);
  }

  @Test
  void hinderNoOtherCall() throws Exception {
    Agent agent = new Agent(Later.FUTURE);
    Object waiting = agent.secondCall();

    assertThat(agent.future("pay").get()).startsWith("loop-detected: ");
    assertThat((CompletableFuture<?>) waiting).isNotDone();
  }

  @Test
  void waitInAnyNumberWithoutAThread() throws Exception {
    Agent agent = new Agent(Later.FUTURE);
    CountDownLatch done = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      agent.future("pay " + i).get();
      Future<?> unused = agent.future("pay " + i).thenRun(done::countDown);
    }

    agent
        .calls
        .questions()
        .open()
        .forEach(
            each ->
                agent
                    .calls
                    .questions()
                    .answer(each.question().id(), Answer.of("run", null, "by test")));
    done.await();
    assertThat(agent.runs).hasValue(200);
  }
}
