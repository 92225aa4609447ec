package io.loopsentinel.agent.async;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Has a listener told of what a future completes with, before the application sees it.
 *
 * <p>A future runs what depends on it in the reverse order, so a listener that is added to it would
 * be told after the application. That is why the method returns another future, of the same class,
 * that is completed by the listener. What the application does with that one, to cancel it for
 * example, is done with the original, too. A future of a class that makes no other one of its kind
 * is returned as it is, and the listener told when its turn comes.
 */
final class ObservedFuture {

  /** What {@link CompletableFuture#minimalCompletionStage} gives: a stage and nothing more. */
  private static final String MINIMAL = "java.util.concurrent.CompletableFuture$MinimalStage";

  private ObservedFuture() {}

  @SuppressWarnings("unchecked") // The other is only given what the original has, and vice versa.
  static CompletionStage<?> listen(
      CompletionStage<?> stage, Class<?> declared, LaterResult.Listener listener) {
    if (stage.getClass().getName().equals(MINIMAL)) {
      CompletableFuture<Object> passed = new CompletableFuture<>();
      pass(stage, passed, listener);
      return passed.minimalCompletionStage();
    }
    if (stage instanceof CompletableFuture<?> future) {
      CompletableFuture<?> another = future.newIncompleteFuture();
      if (another.getClass() == future.getClass() && declared.isInstance(another)) {
        return passed(
            (CompletableFuture<Object>) future, (CompletableFuture<Object>) another, listener);
      }
    }
    whenDone(stage, (value, error) -> tell(value, error, false, listener));
    return stage;
  }

  private static CompletionStage<?> passed(
      CompletableFuture<Object> original,
      CompletableFuture<Object> another,
      LaterResult.Listener listener) {
    boolean wasDone = original.isDone();
    pass(original, another, listener);
    if (wasDone
        && (original.isCompletedExceptionally()
            || !another.isDone()
            || original.join() == another.join())) {
      return original;
    }
    whenDone(
        another,
        (value, error) -> {
          if (original.isDone()) {
            return; // It is what has completed the other one.
          }
          if (error instanceof CancellationException) {
            original.cancel(true);
          } else if (error != null) {
            original.completeExceptionally(error);
          } else {
            original.complete(value);
          }
        });
    return another;
  }

  private static void pass(
      CompletionStage<?> from, CompletableFuture<Object> to, LaterResult.Listener listener) {
    CompletionStage<?> passed =
        from.whenComplete(
            (value, error) -> {
              // The application may have completed it before; then nothing can be added to its
              // value.
              Object changed = tell(value, error, !to.isDone(), listener);
              complete(to, changed, error);
            });
    // Whatever fails above, the application must not wait for ever.
    passed.whenComplete(
        (value, failure) -> {
          if (!to.isDone()) {
            from.whenComplete((own, error) -> complete(to, own, error));
            listener.cannotListen(failure);
          }
        });
  }

  /** Returns a future that completes as another one does, which is not there yet. */
  static CompletableFuture<?> deferred(
      CompletableFuture<@Nullable Object> returned, Runnable cancelled) {
    CompletableFuture<@Nullable Object> deferred = new CompletableFuture<>();
    whenDone(
        returned,
        (stage, error) -> {
          if (stage instanceof CompletionStage<?> other) {
            whenDone(other, (value, failure) -> complete(deferred, value, failure));
          } else {
            complete(deferred, null, error);
          }
        });
    whenDone(
        deferred,
        (value, error) -> {
          if (deferred.isCancelled()) {
            cancelled.run();
          }
        });
    return deferred;
  }

  private static void complete(
      CompletableFuture<@Nullable Object> future,
      @Nullable Object value,
      @Nullable Throwable error) {
    if (error == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(error);
    }
  }

  /** A plain future says nothing when it completes, and to wait for it would take a thread. */
  static void tellIfDone(Future<?> future, LaterResult.Listener listener) {
    if (future.isDone() && !future.isCancelled()) {
      try {
        tell(future.get(), null, false, listener);
      } catch (ExecutionException failed) {
        tell(null, failed, false, listener);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt(); // It was before: what is done does not wait.
      }
    }
  }

  private static <T> void whenDone(
      CompletionStage<T> stage,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
    stage.whenComplete(action);
  }

  /** Tells a listener what came; a call that was cancelled has no outcome: it did not fail. */
  private static @Nullable Object tell(
      @Nullable Object value,
      @Nullable Throwable error,
      boolean replaceable,
      LaterResult.Listener listener) {
    Throwable cause = error;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof CancellationException
        ? value
        : listener.completed(value, cause, replaceable);
  }
}
