package io.loopsentinel.agent.async;

import io.loopsentinel.targets.result.AsynchronousType;
import io.loopsentinel.targets.result.ResultType;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Listens to asynchronous results, and creates them. Stateless. */
public final class LaterResult {

  /**
   * A listener for the outcome of a result, called on any thread, once for each subscription. Its
   * methods throw only exceptions from the given subscriptions and signals.
   */
  public interface Listener {

    /** Returns whether the outcome is needed. If not, only subscriptions are observed. */
    boolean awaitsOutcome();

    /**
     * Called with the outcome before the application sees it.
     *
     * @param value the value, or the list of values, if any
     * @param error the failure; {@code null} if none
     * @param replaceable whether the application gets the returned value
     */
    @Nullable Object completed(
        @Nullable Object value, @Nullable Throwable error, boolean replaceable);

    /** Returns whether {@link #answer} may ever return something. */
    boolean mayAnswer();

    /**
     * Returns a value or an asynchronous result to use instead of an error, after {@link
     * #completed} was called with it; {@code null} to keep the error. Does not throw.
     */
    @Nullable Object answer(Throwable error);

    /**
     * Called if a future or subscription ends without an outcome, such as a cancelled one. One that
     * comes later counts. Does not throw.
     */
    void unseen();

    /** Called if the work begins with a subscription, not before. Does not throw. */
    void postponed();

    /**
     * Called before each subscription.
     *
     * @return the value or source to use instead; {@code null} if the work may begin
     * @throws Throwable the error of the subscription, if the work must not begin
     */
    @Nullable Object instead() throws Throwable;

    /** Called if a subscription cannot be observed. */
    void cannotListen(Throwable failure);

    /** Runs a subscription, during which the work may begin. */
    void subscribe(Runnable subscription);

    /** Passes a signal to the application, whose reaction is not part of the work. */
    void pass(Runnable signal);
  }

  /** Thrown for a library version that lacks a required member; the message has no values. */
  public static final class UnfitLibraryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitLibraryException(Throwable missing) {
      super("the application's version of the library has no " + missing.getMessage(), missing);
    }
  }

  private LaterResult() {}

  /**
   * Attaches a listener to an asynchronous result.
   *
   * @param result an object of an {@link AsynchronousType}
   * @param declared the declared return type of the method
   * @return the result itself, or a replacement with the same behaviour
   * @throws UnfitLibraryException if the library has an unexpected version; the result is then
   *     unchanged
   */
  public static Object listen(Object result, Class<?> declared, Listener listener) {
    AsynchronousType.Found type = AsynchronousType.find(result.getClass());
    if (type != null && type.kind().isReactive()) {
      boolean isReplaceable =
          type.kind().isPublisher()
              ? declared == type.type()
              : declared.isAssignableFrom(type.type());
      if (isReplaceable) {
        listener.postponed();
        return Libraries.reactive(type.type())
            .observe(type.kind(), result, new SourceObserver(listener, type));
      }
      listener.unseen();
      return result; // A subclass, which no other object can replace.
    }
    if (!listener.awaitsOutcome()) {
      return result;
    }
    if (result instanceof CompletionStage<?> stage) {
      return ObservedFuture.listen(stage, declared, listener);
    }
    ObservedFuture.notifyIfDone((Future<?>) result, listener);
    return result;
  }

  /**
   * Returns an object as a result of a type: the object itself, or an asynchronous result that is
   * completed with it.
   */
  public static Object synthetic(ResultType type, Object value) {
    AsynchronousType.Found later = type.later();
    return later == null || type.declared().isInstance(value) ? value : ready(later, value, null);
  }

  /** Creates a failed result; {@code null} if the method can only throw. */
  public static @Nullable Object failed(ResultType type, Throwable error) {
    AsynchronousType.Found later = type.later();
    return later != null && type.carriesErrors() ? ready(later, null, error) : null;
  }

  /**
   * Creates the deferred result of a call whose work begins later; {@code null} if not possible.
   *
   * @param arguments the arguments of the call
   * @param executor runs the work, unless it belongs to a coroutine
   */
  public static @Nullable DeferredResult deferred(
      ResultType type, @Nullable Object[] arguments, Executor executor) {
    if (type.isSuspending()) {
      return Libraries.deferred(Objects.requireNonNull(arguments[arguments.length - 1]));
    }
    AsynchronousType.Found later = type.later();
    return later == null
            || !type.carriesErrors()
            || later.kind().isPublisher()
            || later.kind() == AsynchronousType.FUTURE
        ? null
        : DeferredObject.of(later, executor);
  }

  /** Returns a result that is completed with a value or, if not {@code null}, an error. */
  private static Object ready(
      AsynchronousType.Found type, @Nullable Object value, @Nullable Throwable error) {
    if (type.kind().isReactive()) {
      return Libraries.reactive(type.type()).ready(type.kind(), value, error);
    }
    return error == null
        ? CompletableFuture.completedFuture(value)
        : CompletableFuture.failedFuture(error);
  }
}
