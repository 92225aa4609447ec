package io.loopsentinel.agent.async.library;

import io.loopsentinel.agent.async.DeferredResult;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Function;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.ContinuationKt;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.future.FutureKt;
import org.jspecify.annotations.Nullable;

/** Kotlin's coroutines: returns the deferred result of a suspend function for its continuation. */
@SuppressWarnings("unchecked") // Results are only passed on.
public final class KotlinLibrary implements Function<Object, DeferredResult> {

  /** Fails if the application has no kotlinx-coroutines, or an old one. */
  public KotlinLibrary() {
    Objects.requireNonNull(FutureKt.class);
  }

  @Override
  public DeferredResult apply(Object continuation) {
    return new DeferredCoroutine((Continuation<Object>) continuation, new CompletableFuture<>());
  }

  /**
   * The deferred result of a suspend function. Kotlin's own libraries suspend the caller: {@code
   * CompletionStage.await} of kotlinx-coroutines supports dispatchers and cancellation, and {@code
   * startCoroutine} of the standard library runs the work in the caller's context.
   */
  private record DeferredCoroutine(
      Continuation<Object> caller, CompletableFuture<@Nullable Object> result)
      implements DeferredResult {

    @Override
    public @Nullable Object value() {
      return FutureKt.await(result, caller);
    }

    @Override
    public void begin(Work work) {
      try {
        ContinuationKt.<Object>startCoroutine(
            continuation -> DeferredCoroutine.<RuntimeException>run(work, continuation),
            completion());
      } catch (Throwable unstarted) {
        result.completeExceptionally(unstarted);
      }
    }

    /** Throws whatever the work throws, because Kotlin has no checked exceptions. */
    private static <E extends Throwable> @Nullable Object run(Work work, Object continuation)
        throws E {
      try {
        return work.run(continuation);
      } catch (Throwable thrown) {
        throw (E) thrown;
      }
    }

    private Continuation<Object> completion() {
      return new Continuation<>() {
        @Override
        public CoroutineContext getContext() {
          return caller.getContext();
        }

        /** Completes with a {@code Result}, which is the value itself unless it is a failure. */
        @Override
        public void resumeWith(Object outcome) {
          try {
            ResultKt.throwOnFailure(outcome);
            result.complete(outcome);
          } catch (Throwable failure) {
            result.completeExceptionally(failure);
          }
        }
      };
    }

    @Override
    public void whenCancelled(Runnable action) {
      Future<?> unused =
          result.whenComplete(
              (value, error) -> {
                if (result.isCancelled()) {
                  action.run();
                }
              });
    }
  }
}
