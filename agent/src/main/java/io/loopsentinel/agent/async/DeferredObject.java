package io.loopsentinel.agent.async;

import io.loopsentinel.targets.result.AsynchronousType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A deferred result that is a future or a reactive source.
 *
 * @param value the object for the application, which delegates to the real one when available
 * @param returned completes with the object that the method would have returned
 * @param cancelled completes when the application cancels the result
 */
record DeferredObject(
    Object value,
    CompletableFuture<@Nullable Object> returned,
    CompletableFuture<@Nullable Void> cancelled,
    Executor executor)
    implements DeferredResult {

  static DeferredObject of(AsynchronousType.Found type, Executor executor) {
    CompletableFuture<@Nullable Object> returned = new CompletableFuture<>();
    CompletableFuture<@Nullable Void> cancelled = new CompletableFuture<>();
    Runnable cancel = () -> cancelled.complete(null);
    Object value =
        type.kind().isReactive()
            ? Libraries.reactive(type.type()).deferred(type.kind(), returned, cancel)
            : ObservedFuture.deferred(returned, cancel);
    return new DeferredObject(value, returned, cancelled, executor);
  }

  @Override
  public void begin(Work work) {
    try {
      executor.execute(
          () -> {
            try {
              returned.complete(work.run(null));
            } catch (Throwable thrown) {
              returned.completeExceptionally(thrown);
            }
          });
    } catch (Throwable noThread) {
      returned.completeExceptionally(noThread); // The application must not wait for ever.
    }
  }

  @Override
  public void whenCancelled(Runnable action) {
    Future<?> unused = cancelled.thenRun(action);
  }
}
