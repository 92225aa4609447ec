package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * What the guard reads of Reactor's types and of publishers, and that they remain what they were.
 */
class ReactorOutcomeTest {

  private static final String FAILURE = "bash: javac: command not found";

  /** An answer that is too long to be an acknowledgement. */
  private static final String[] ITEMS = {"a", "b".repeat(200)};

  @Test
  void addsAWarningToTheValueOfAMono() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    tools.<Mono<String>>call(1, () -> Mono.just(FAILURE)).block();
    tools.<Mono<String>>call(2, () -> Mono.fromCallable(() -> FAILURE)).block();

    Mono<String> third =
        tools.call(3, () -> Mono.just(FAILURE).subscribeOn(Schedulers.boundedElastic()));

    assertThat(third.block()).startsWith(FAILURE + "\n\nloop-detected: bash has failed 3 times");
  }

  @Test
  void subscribesToNothing() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    AtomicInteger runs = new AtomicInteger();

    Mono<String> result =
        tools.call(1, () -> Mono.fromCallable(() -> "run " + runs.incrementAndGet()));

    assertThat(runs).hasValue(0);
    assertThat(result.block()).isEqualTo("run 1");
    assertThat(result.block()).isEqualTo("run 2");
  }

  @Test
  void judgesAMonoWhenItIsMadeAndNotAtEachSubscription() throws Exception {
    LaterTools tools = LaterTools.of("mono");

    Mono<String> once = tools.call(1, () -> Mono.just(FAILURE));
    for (int i = 0; i < 12; i++) {
      assertThat(once.block()).isEqualTo(FAILURE);
    }

    assertThat(tools.log()).isEmpty();
  }

  @Test
  void readsTheErrorOfAMono() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    for (int i = 0; i < 3; i++) {
      IllegalStateException failure = new IllegalStateException("disk full");
      Mono<String> result = tools.call(i, () -> Mono.error(failure));
      assertThatThrownBy(result::block).isSameAs(failure);
    }

    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void takesAnEmptyMonoForAResultWithoutAValue() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    for (int i = 0; i < 3; i++) {
      assertThat(tools.<Mono<String>>call(1, Mono::empty).block()).isNull();
    }

    assertThat(tools.<Mono<String>>call(1, Mono::empty).block()).startsWith("loop-detected");
  }

  @Test
  void givesAPollingMonoRoomWhileItsValuesDiffer() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    for (int i = 0; i < 10; i++) {
      String progress = i + " %";
      assertThat(tools.<Mono<String>>call(1, () -> Mono.just(progress)).block())
          .isEqualTo(progress);
    }

    assertThat(tools.<Mono<String>>call(1, () -> Mono.just("10 %")).block())
        .startsWith("loop-detected");
  }

  @Test
  void passesTheContextOfTheSubscriberOn() throws Exception {
    for (String method : List.of("mono", "publisher")) {
      LaterTools tools = LaterTools.of(method);
      Publisher<String> result =
          tools.call(1, () -> Mono.deferContextual(context -> Mono.just(context.get("user"))));

      assertThat(Mono.from(result).contextWrite(context -> context.put("user", "ada")).block())
          .isEqualTo("ada");
    }
  }

  @Test
  void passesCancellationOn() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    AtomicInteger cancelled = new AtomicInteger();
    for (int i = 0; i < 4; i++) {
      Mono<String> result =
          tools.call(i, () -> Mono.<String>never().doOnCancel(cancelled::incrementAndGet));
      result.subscribe().dispose();
    }

    assertThat(cancelled).hasValue(4);
    assertThat(tools.log()).isEmpty();
  }

  @Test
  void passesRequestsOn() throws Exception {
    LaterTools tools = LaterTools.of("flux");
    AtomicLong requested = new AtomicLong();
    Flux<String> result =
        tools.call(
            1, () -> Flux.range(1, 100).map(n -> "item " + n).doOnRequest(requested::addAndGet));
    List<String> items = new ArrayList<>();

    result.subscribe(
        new BaseSubscriber<String>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(3);
          }

          @Override
          protected void hookOnNext(String item) {
            items.add(item);
          }
        });

    assertThat(items).containsExactly("item 1", "item 2", "item 3");
    assertThat(requested).hasValue(3);
  }

  @Test
  void readsItemsThatPassThroughAQueueRatherThanBySignals() throws Exception {
    LaterTools tools = LaterTools.of("flux");
    for (int i = 0; i < 6; i++) {
      // publishOn polls an array's subscription, if it finds that it is a queue.
      Flux<String> result = tools.call(i, () -> Flux.just(ITEMS));
      assertThat(result.publishOn(Schedulers.parallel()).collectList().block())
          .containsExactly(ITEMS);
    }

    assertThat(tools.log()).contains("stagnation in session s");
  }

  @Test
  void comparesTheItemsOfAStreamAsAList() throws Exception {
    LaterTools tools = LaterTools.of("flux");
    for (int i = 0; i < 6; i++) {
      assertThat(tools.<Flux<String>>call(i, () -> Flux.just(ITEMS)).collectList().block())
          .containsExactly(ITEMS);
    }

    assertThat(tools.log())
        .contains("stagnation in session s")
        .contains("the model is not warned, because its result cannot carry a warning");
  }

  @Test
  void doesNotReadAStreamOfMoreThanTenThousandItems() throws Exception {
    LaterTools tools = LaterTools.of("flux");
    for (int i = 0; i < 12; i++) {
      Flux<String> result = tools.call(i, () -> Flux.range(1, 10_001).map(n -> "a"));
      assertThat(result.count().block()).isEqualTo(10_001);
    }
    assertThat(tools.log()).isEmpty();

    for (int i = 0; i < 6; i++) {
      tools.<Flux<String>>call(i, () -> Flux.range(1, 10_000).map(n -> "a")).blockLast();
    }
    assertThat(tools.log()).contains("stagnation in session s");
  }

  @Test
  void readsTheErrorInTheMidstOfAStream() throws Exception {
    LaterTools tools = LaterTools.of("flux");
    for (int i = 0; i < 3; i++) {
      Flux<String> body =
          Flux.just("a").concatWith(Flux.error(new IllegalStateException("disk full")));
      Flux<String> result = tools.call(i, () -> body);
      assertThatThrownBy(result::blockLast).hasMessage("disk full");
    }

    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void countsADispatchWithinTheSubscriptionOnce() throws Exception {
    LaterTools tools = LaterTools.of("mono");
    for (int i = 0; i < 3; i++) {
      Mono<String> decorated = tools.call(1, () -> Mono.defer(() -> dispatch(tools)));
      assertThat(decorated.block()).isEqualTo("ran");
    }

    assertThat(tools.<Mono<String>>call(1, () -> Mono.just("ran")).block())
        .startsWith("loop-detected");
  }

  @Test
  void readsAPublisherOfAnotherMaking() throws Exception {
    LaterTools tools = LaterTools.of("publisher");
    for (int i = 0; i < 3; i++) {
      Publisher<String> body = subscriber -> Flux.just(FAILURE).subscribe(subscriber);
      Publisher<String> result = tools.call(i, () -> body);
      assertThat(Flux.from(result).collectList().block()).containsExactly(FAILURE);
      assertThatThrownBy(() -> result.subscribe(null)).isInstanceOf(NullPointerException.class);
    }
    assertThat(tools.log()).isEmpty();

    for (int i = 0; i < 3; i++) {
      Publisher<String> body =
          subscriber ->
              Flux.<String>error(new IllegalStateException("disk full")).subscribe(subscriber);
      Publisher<String> result = tools.call(i, () -> body);
      assertThatThrownBy(() -> Flux.from(result).blockLast()).hasMessage("disk full");
    }
    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void readsAPublisherOfTheJdk() throws Exception {
    LaterTools tools = LaterTools.of("flow");
    for (int i = 0; i < 6; i++) {
      Flow.Publisher<String> result =
          tools.call(i, () -> FlowAdapters.toFlowPublisher(Flux.just(ITEMS)));
      assertThat(Flux.from(FlowAdapters.toPublisher(result)).collectList().block())
          .containsExactly(ITEMS);
    }

    assertThat(tools.log()).contains("stagnation in session s");
  }

  private static Mono<String> dispatch(LaterTools tools) {
    try {
      return tools.call(1, () -> Mono.just("ran"));
    } catch (Exception e) {
      return Mono.error(e);
    }
  }
}
