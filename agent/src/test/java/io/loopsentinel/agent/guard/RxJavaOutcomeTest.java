package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The guard observes the types of RxJava and leaves their behaviour unchanged. */
class RxJavaOutcomeTest {

  private static final String FAILURE = "bash: javac: command not found";

  /** An answer that is too long to be an acknowledgement. */
  private static final String[] ITEMS = {"a", "b".repeat(200)};

  @Test
  void addsAWarningToTheValueOfASingle() throws Exception {
    LaterTools tools = LaterTools.of("single");
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      Single<String> result =
          tools.call(
              i,
              () ->
                  Single.fromCallable(
                      () -> {
                        runs.incrementAndGet();
                        return FAILURE;
                      }));
      assertThat(runs).hasValue(i);
      assertThat(result.blockingGet()).isEqualTo(FAILURE);
    }

    Single<String> third =
        tools.call(3, () -> Single.just(FAILURE).subscribeOn(Schedulers.computation()));

    assertThat(third.blockingGet()).startsWith(FAILURE + "\n\nloop-detected: bash has failed 3");
  }

  @Test
  void readsTheErrorOfASingle() throws Exception {
    LaterTools tools = LaterTools.of("single");
    for (int i = 0; i < 3; i++) {
      IllegalStateException failure = new IllegalStateException("disk full");
      Single<String> result = tools.call(i, () -> Single.error(failure));
      assertThatThrownBy(result::blockingGet).isSameAs(failure);
    }

    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void readsAMaybeWithAndWithoutAValue() throws Exception {
    LaterTools tools = LaterTools.of("maybe");
    for (int i = 0; i < 3; i++) {
      assertThat(tools.<Maybe<String>>call(1, Maybe::empty).blockingGet()).isNull();
    }
    assertThat(tools.<Maybe<String>>call(1, Maybe::empty).blockingGet())
        .startsWith("loop-detected");

    for (int i = 10; i < 12; i++) {
      assertThat(tools.<Maybe<String>>call(i, () -> Maybe.just(FAILURE)).blockingGet())
          .isEqualTo(FAILURE);
    }
    assertThat(tools.<Maybe<String>>call(12, () -> Maybe.just(FAILURE)).blockingGet())
        .contains("loop-detected");
  }

  @Test
  void readsHowACompletableEnds() throws Exception {
    LaterTools tools = LaterTools.of("completable");
    for (int i = 0; i < 3; i++) {
      tools.<Completable>call(i, Completable::complete).blockingAwait();
    }
    assertThat(tools.log().lines()).hasSize(1); // That it cannot carry a hint.

    for (int i = 0; i < 3; i++) {
      Completable result =
          tools.call(i, () -> Completable.error(new IllegalStateException("disk full")));
      assertThatThrownBy(result::blockingAwait).hasMessage("disk full");
    }
    assertThat(tools.log()).contains("bash failed 3 times running");
  }

  @Test
  void comparesTheItemsOfAnObservable() throws Exception {
    LaterTools tools = LaterTools.of("observable");
    for (int i = 0; i < 6; i++) {
      Observable<String> result = tools.call(i, () -> Observable.fromArray(ITEMS));
      assertThat(result.observeOn(Schedulers.computation()).toList().blockingGet())
          .containsExactly(ITEMS);
    }

    assertThat(tools.log()).contains("stagnation in session s");
  }

  @Test
  void comparesTheItemsOfAFlowable() throws Exception {
    LaterTools tools = LaterTools.of("flowable");
    for (int i = 0; i < 6; i++) {
      Flowable<String> result = tools.call(i, () -> Flowable.fromArray(ITEMS));
      assertThat(result.observeOn(Schedulers.computation()).toList().blockingGet())
          .containsExactly(ITEMS);
    }

    assertThat(tools.log()).contains("stagnation in session s");
  }

  /** A source that has its value at once gives it while it is being subscribed to. */
  @Test
  void useOfAValueIsNotPartOfTheCall() throws Exception {
    LaterTools maybes = LaterTools.of("maybe");
    LaterTools flowables = LaterTools.of("flowable");

    String answer = afterCalls(maybes, 3).blockingGet();
    String last = afterStreams(flowables, 3).blockingFirst();

    assertThat(answer).startsWith("loop-detected: bash has already run 3 times");
    assertThat(last).startsWith("loop-detected: bash has already run 3 times");
  }

  private static Maybe<String> afterCalls(LaterTools tools, int calls) throws Exception {
    Maybe<String> result = tools.call(1, () -> Maybe.just("same"));
    return calls == 0 ? result : result.flatMap(text -> afterCalls(tools, calls - 1));
  }

  private static Flowable<String> afterStreams(LaterTools tools, int calls) throws Exception {
    Flowable<String> result = tools.call(1, () -> Flowable.just("same"));
    return calls == 0
        ? result
        : result.toList().flatMapPublisher(texts -> afterStreams(tools, calls - 1));
  }

  @Test
  void passesDisposalOn() throws Exception {
    AtomicInteger disposed = new AtomicInteger();
    LaterTools singles = LaterTools.of("single");
    LaterTools flowables = LaterTools.of("flowable");

    singles
        .<Single<String>>call(
            1, () -> Single.<String>never().doOnDispose(disposed::incrementAndGet))
        .subscribe()
        .dispose();
    flowables
        .<Flowable<String>>call(
            1, () -> Flowable.<String>never().doOnCancel(disposed::incrementAndGet))
        .subscribe()
        .dispose();

    assertThat(disposed).hasValue(2);
  }
}
