package io.loopsentinel.agent.async;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Notifies a listener of the outcome of a future before the application sees it.
 *
 * <p>A future runs dependent actions in reverse order, so an added listener would run after the
 * application's. Therefore the method returns another future of the same class, which the listener
 * completes. What the application does with it, such as cancellation, is done to the original too.
 * If its class cannot create another future, the original is returned, and the listener runs in its
 * turn.
 */
final class ObservedFuture {

  /** The class of {@link CompletableFuture#minimalCompletionStage}. */
  private static final String MINIMAL = "java.util.concurrent.CompletableFuture$MinimalStage";

  private ObservedFuture() {}

  @SuppressWarnings("unchecked") // Both futures only exchange values of the same type.
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
    whenDone(stage, (value, error) -> deliver(value, error, false, listener));
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
            ? another.isCompletedExceptionally()
            : !another.isDone() || original.join() == another.join())) {
      return original;
    }
    whenDone(
        another,
        (value, error) -> {
          if (original.isDone()) {
            return; // The original has completed the other one.
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
    AtomicBoolean isAnswered = new AtomicBoolean();
    CompletionStage<?> passed =
        from.whenComplete(
            (value, error) -> {
              // Nothing can be added to a value that the application has set itself.
              boolean replaceable = !to.isDone();
              Object changed = deliver(value, error, replaceable, listener);
              Object answer =
                  error != null && replaceable && listener.mayAnswer()
                      ? listener.answer(error)
                      : null;
              if (answer instanceof CompletionStage<?> other) {
                whenDone(other, (own, failure) -> complete(to, own, failure));
                isAnswered.set(true);
              } else if (answer != null) {
                complete(to, answer, null);
              } else {
                complete(to, changed, error);
              }
            });
    // If anything above fails, the application must not wait forever.
    passed.whenComplete(
        (value, failure) -> {
          if (!to.isDone() && !isAnswered.get()) {
            from.whenComplete((own, error) -> complete(to, own, error));
            listener.cannotListen(failure);
          }
        });
  }

  /** Returns a future that completes as a later future does. */
  static CompletableFuture<?> deferred(
      CompletableFuture<@Nullable Object> returned, Runnable cancelled) {
    CompletableFuture<@Nullable Object> deferred = new CompletableFuture<>();
    whenDone(
        returned,
        (stage, error) -> {
          if (stage instanceof CompletionStage<?> other) {
            try {
              whenDone(other, (value, failure) -> complete(deferred, value, failure));
              whenDone(
                  deferred,
                  (value, failure) -> {
                    if (deferred.isCancelled() && other instanceof Future<?> own) {
                      own.cancel(true);
                    }
                  });
            } catch (Throwable closed) {
              deferred.completeExceptionally(closed); // The application must not wait forever.
            }
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

  /**
   * Notifies the listener if the future is done. Waiting for a plain future would take a thread.
   */
  static void notifyIfDone(Future<?> future, LaterResult.Listener listener) {
    if (future.isDone() && !future.isCancelled()) {
      try {
        deliver(future.get(), null, false, listener);
      } catch (ExecutionException failed) {
        deliver(null, failed, false, listener);
      } catch (InterruptedException interrupted) {
        // Interrupted before. Some futures throw this although they are completed.
        Thread.currentThread().interrupt();
        listener.unseen();
      }
    } else {
      listener.unseen();
    }
  }

  private static <T> void whenDone(
      CompletionStage<T> stage,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
    stage.whenComplete(action);
  }

  /** Notifies a listener of an outcome. Cancellation is no outcome. */
  private static @Nullable Object deliver(
      @Nullable Object value,
      @Nullable Throwable error,
      boolean replaceable,
      LaterResult.Listener listener) {
    Throwable cause = error;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof CancellationException) {
      listener.unseen();
      return value;
    }
    return listener.completed(value, cause, replaceable);
  }
}
