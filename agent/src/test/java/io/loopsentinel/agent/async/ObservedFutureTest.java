package io.loopsentinel.agent.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A future that the application waits for while a call waits for a person is always completed. */
class ObservedFutureTest {

  private final CompletableFuture<@Nullable Object> returned = new CompletableFuture<>();

  /** A stage of the application that nothing can be added to. */
  private static final class Closed extends CompletableFuture<Object> {

    private final Throwable failure;

    private Closed(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public CompletableFuture<Object> whenComplete(
        BiConsumer<? super Object, ? super Throwable> action) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }

  /** A listener that answers errors, and counts what it is not told of. */
  private static final class Answering implements LaterResult.Listener {

    private final CompletableFuture<Object> later = new CompletableFuture<>();
    private final Object answer = later;
    private final AtomicInteger unseen = new AtomicInteger();

    @Override
    public boolean awaitsOutcome() {
      return true;
    }

    @Override
    public @Nullable Object completed(
        @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
      return value;
    }

    @Override
    public boolean mayAnswer() {
      return true;
    }

    @Override
    public Object answer(Throwable error) {
      return answer;
    }

    @Override
    public void unseen() {
      unseen.incrementAndGet();
    }

    @Override
    public void postponed() {}

    @Override
    public @Nullable Object instead() {
      return null;
    }

    @Override
    public void cannotListen(Throwable failure) {
      throw new AssertionError(failure);
    }

    @Override
    public void subscribe(Runnable subscription) {
      subscription.run();
    }

    @Override
    public void pass(Runnable signal) {
      signal.run();
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failsIfNothingCanBeAddedToTheStageThatTheMethodReturns(Throwable failure) {
    CompletableFuture<?> deferred = ObservedFuture.deferred(returned, () -> {});

    returned.complete(new Closed(failure));

    assertThat(deferred).isCompletedExceptionally();
    assertThatThrownBy(deferred::join).hasRootCause(failure);
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new UnsupportedOperationException("closed"),
        new StackOverflowError(),
        new OutOfMemoryError("injected"),
        new NoClassDefFoundError("injected"));
  }

  @Test
  void failsIfThereIsNoThreadForTheCall() {
    Error noThread = new OutOfMemoryError("unable to create native thread");
    DeferredObject deferred =
        new DeferredObject(
            ObservedFuture.deferred(returned, () -> {}),
            returned,
            new CompletableFuture<>(),
            task -> {
              throw noThread;
            });

    deferred.begin(continuation -> "found");

    assertThatThrownBy(((CompletableFuture<?>) deferred.value())::join).hasRootCause(noThread);
  }

  @Test
  void isCompletedAsTheStageThatTheMethodReturns() {
    CompletableFuture<Object> own = new CompletableFuture<>();
    CompletableFuture<?> deferred = ObservedFuture.deferred(returned, () -> {});
    returned.complete(own);
    assertThat(deferred).isNotDone();

    own.complete("found");

    assertThat(deferred).isCompletedWithValueMatching("found"::equals);
  }

  @Test
  void cancelsTheStageThatTheMethodReturns() {
    CompletableFuture<Object> own = new CompletableFuture<>();
    CompletableFuture<?> deferred = ObservedFuture.deferred(returned, () -> {});
    returned.complete(own);

    deferred.cancel(true);

    assertThat(own).isCancelled();
  }

  @Test
  void failsAsTheMethodDoes() {
    CompletableFuture<?> deferred = ObservedFuture.deferred(returned, () -> {});

    returned.completeExceptionally(new IllegalStateException("no desk"));

    assertThatThrownBy(deferred::join).hasRootCauseMessage("no desk");
  }

  @Test
  void isCancelledEvenIfItsListenerFails() {
    AtomicInteger notified = new AtomicInteger();
    CompletableFuture<?> deferred =
        ObservedFuture.deferred(
            returned,
            () -> {
              notified.incrementAndGet();
              throw new IllegalStateException("injected");
            });

    deferred.cancel(true);

    assertThat(notified).hasValue(1);
    assertThatThrownBy(deferred::join).isInstanceOf(CancellationException.class);
  }

  @Test
  void bringsTheResultToTheApplicationIfItCannotBeListenedTo() {
    CompletableFuture<Object> original = new CompletableFuture<>();
    CompletionStage<?> passed =
        ObservedFuture.listen(
            original,
            CompletableFuture.class,
            new LaterResult.Listener() {
              @Override
              public void postponed() {}

              @Override
              public @Nullable Object instead() {
                return null;
              }

              @Override
              public boolean awaitsOutcome() {
                return true;
              }

              @Override
              public void subscribe(Runnable subscription) {
                subscription.run();
              }

              @Override
              public void pass(Runnable signal) {
                signal.run();
              }

              @Override
              public Object completed(
                  @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
                throw new OutOfMemoryError("injected");
              }

              @Override
              public boolean mayAnswer() {
                return false;
              }

              @Override
              public @Nullable Object answer(Throwable error) {
                return null;
              }

              @Override
              public void unseen() {}

              @Override
              public void cannotListen(Throwable failure) {
                throw new IllegalStateException("injected too");
              }
            });

    original.complete("found");

    assertThat(passed.toCompletableFuture()).isCompletedWithValueMatching("found"::equals);
  }

  @Test
  void waitsForAnAnswerThatComesLater() {
    Answering listener = new Answering();
    CompletableFuture<Object> original = new CompletableFuture<>();
    CompletableFuture<?> passed =
        (CompletableFuture<?>) ObservedFuture.listen(original, CompletableFuture.class, listener);

    original.completeExceptionally(new IllegalStateException("the run within it has ended"));
    assertThat(passed).isNotDone();
    listener.later.complete("answered");

    assertThat(passed).isCompletedWithValueMatching("answered"::equals);
  }

  /** As futures of Guava do. */
  @Test
  void isUnseenIfACompletedFutureIsReadOnAnInterruptedThread() {
    Answering listener = new Answering();
    FutureTask<String> future =
        new FutureTask<>(() -> "found") {
          @Override
          public String get() throws InterruptedException, ExecutionException {
            if (Thread.interrupted()) {
              throw new InterruptedException();
            }
            return super.get();
          }
        };
    future.run();

    Thread.currentThread().interrupt();
    ObservedFuture.notifyIfDone(future, listener);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(listener.unseen).hasValue(1);
  }
}
