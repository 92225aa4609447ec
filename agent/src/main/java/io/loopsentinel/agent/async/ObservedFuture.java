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

  static CompletionStage<?> listen(
      CompletionStage<?> stage, Class<?> declared, LaterResult.Listener listener) {
    if (stage.getClass().getName().equals(MINIMAL)) {
      CompletableFuture<Object> passed = new CompletableFuture<>();
      pass(stage, passed, listener);
      return passed.minimalCompletionStage();
    }
    if (stage instanceof CompletableFuture<?> future) {
      if (future.isDone()) {
        return judged(future, declared, listener);
      }
      CompletableFuture<Object> another = another(future, declared);
      if (another != null) {
        pass(future, another, listener);
        whenDone(another, (value, error) -> passBack(value, error, future));
        return another;
      }
    }
    whenDone(stage, (value, error) -> tell(value, error, false, listener));
    return stage;
  }

  private static CompletionStage<?> judged(
      CompletableFuture<?> done, Class<?> declared, LaterResult.Listener listener) {
    CompletableFuture<Object> another = another(done, declared);
    if (another == null || done.isCompletedExceptionally()) {
      whenDone(done, (value, error) -> tell(value, error, false, listener));
      return done;
    }
    Object value = done.join();
    Object passed = tell(value, null, true, listener);
    if (passed == value) {
      return done;
    }
    another.complete(passed);
    return another;
  }

  /** Makes one of the same class, as the dependent stages of the future would be. */
  @SuppressWarnings("unchecked") // It is only given what the original has, or the listener gives.
  private static @Nullable CompletableFuture<Object> another(
      CompletableFuture<?> future, Class<?> declared) {
    CompletableFuture<?> another = future.newIncompleteFuture();
    return another.getClass() == future.getClass() && declared.isInstance(another)
        ? (CompletableFuture<Object>) another
        : null;
  }

  private static void pass(
      CompletionStage<?> from, CompletableFuture<Object> to, LaterResult.Listener listener) {
    whenDone(
        from,
        (value, error) -> {
          // The application may have completed it before; then nothing can be added to its value.
          Object passed = tell(value, error, !to.isDone(), listener);
          if (error == null) {
            to.complete(passed);
          } else {
            to.completeExceptionally(error);
          }
        });
  }

  /** Does nothing where the original is done, which then is what has completed the other one. */
  private static <T> void passBack(
      @Nullable Object value, @Nullable Throwable error, CompletableFuture<T> original) {
    if (original.isDone()) {
      return;
    }
    if (error instanceof CancellationException) {
      original.cancel(true);
    } else if (error != null) {
      original.completeExceptionally(error);
    } else {
      @SuppressWarnings("unchecked") // What the application completes it with is its own affair.
      T own = (T) value;
      original.complete(own);
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
    if (error == null) {
      return listener.completed(value, replaceable);
    }
    Throwable cause = error;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (!(cause instanceof CancellationException)) {
      listener.failed(cause);
    }
    return value;
  }
}
