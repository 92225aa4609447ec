package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The deferred result of a Kotlin suspend function. Kotlin's own libraries suspend the caller:
 * {@code CompletionStage.await} of kotlinx-coroutines supports dispatchers and cancellation, and
 * {@code startCoroutine} of the standard library runs the work in the caller's context.
 *
 * @param caller the continuation of the caller
 * @param result the final result for the caller
 */
record DeferredCoroutine(Object caller, CompletableFuture<@Nullable Object> result, Methods methods)
    implements DeferredResult {

  /**
   * The methods of Kotlin's libraries in one class loader.
   *
   * @param await suspends a coroutine until a future is done
   * @param start begins a coroutine
   * @param context returns the context of a continuation
   * @param throwOnFailure throws the failure of a {@code Result}, if any
   */
  record Methods(Method await, Method start, Method context, Method throwOnFailure) {

    static Methods in(@Nullable ClassLoader loader) throws ReflectiveOperationException {
      Class<?> continuation = Class.forName("kotlin.coroutines.Continuation", false, loader);
      Class<?> function = Class.forName("kotlin.jvm.functions.Function1", false, loader);
      return new Methods(
          Class.forName("kotlinx.coroutines.future.FutureKt", true, loader)
              .getMethod("await", CompletionStage.class, continuation),
          Class.forName("kotlin.coroutines.ContinuationKt", true, loader)
              .getMethod("startCoroutine", function, continuation),
          continuation.getMethod("getContext"),
          Class.forName("kotlin.ResultKt", true, loader).getMethod("throwOnFailure", Object.class));
    }
  }

  static DeferredCoroutine of(Object caller) throws ReflectiveOperationException {
    Methods methods = Methods.in(caller.getClass().getClassLoader());
    return new DeferredCoroutine(caller, new CompletableFuture<>(), methods);
  }

  @Override
  public @Nullable Object value() throws Throwable {
    return Proxies.invoke(methods.await(), null, result, caller);
  }

  @Override
  public void begin(Work work) {
    Class<?>[] types = methods.start().getParameterTypes();
    Object coroutine =
        Proxies.of(types[0], this, (proxy, invoke, continuation) -> work.run(continuation[0]));
    Object completion =
        Proxies.of(
            types[1],
            this,
            (proxy, method, arguments) -> {
              if (method.getName().equals("getContext")) {
                return Proxies.invoke(methods.context(), caller);
              }
              complete(arguments[0]);
              return null;
            });
    try {
      Proxies.invoke(methods.start(), null, coroutine, completion);
    } catch (Throwable unstarted) {
      result.completeExceptionally(unstarted);
    }
  }

  /** Completes with a {@code Result}, which is the value itself unless it is a failure. */
  private void complete(@Nullable Object outcome) {
    try {
      Proxies.invoke(methods.throwOnFailure(), null, outcome);
      result.complete(outcome);
    } catch (Throwable failure) {
      result.completeExceptionally(failure);
    }
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
