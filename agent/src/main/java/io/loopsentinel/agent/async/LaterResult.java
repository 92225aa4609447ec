package io.loopsentinel.agent.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Listens to asynchronous results, and creates completed ones. Stateless. */
public final class LaterResult {

  /**
   * A listener for the outcome of a result, called on any thread, once for each subscription.
   * Throws only exceptions of steps.
   */
  public interface Listener {

    /** Returns whether the outcome is needed; if not, only subscriptions are. */
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

    /** Called if a subscription cannot be observed. */
    void cannotListen(Throwable failure);

    /** Runs a subscription, during which the work may begin. */
    @Nullable Object subscribe(Step subscription) throws Throwable;

    /** Passes a signal to the application, whose reaction is not part of the work. */
    @Nullable Object pass(Step signal) throws Throwable;
  }

  /** A step that may throw anything. */
  @FunctionalInterface
  public interface Step {
    @Nullable Object run() throws Throwable;
  }

  /** Thrown for a library version that lacks a required member; the message has no values. */
  public static final class UnfitLibraryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitLibraryException(String message) {
      super(message);
    }
  }

  private LaterResult() {}

  /**
   * Attaches a listener to an asynchronous result.
   *
   * @param result an object of an {@link AsynchronousType}
   * @param declared the declared return type of the method
   * @return the result to return: the result itself, or one that behaves alike
   * @throws ReflectiveOperationException for an unexpected version of a library; nothing has been
   *     done then
   */
  public static Object listen(Object result, Class<?> declared, Listener listener)
      throws ReflectiveOperationException {
    AsynchronousType.Found type = AsynchronousType.find(result.getClass());
    if (type != null && type.kind().isReactive()) {
      return ObservedSource.listen(result, type, declared, listener);
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

  /** Returns a result that is completed with a value or, if not {@code null}, an error. */
  static Object of(AsynchronousType.Found type, @Nullable Object value, @Nullable Throwable error)
      throws ReflectiveOperationException {
    return switch (type.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE, FUTURE ->
          error == null
              ? CompletableFuture.completedFuture(value)
              : CompletableFuture.failedFuture(error);
      case PUBLISHER, FLOW_PUBLISHER -> ReadyPublisher.of(type.type(), value, error);
      default ->
          error == null
              ? type.type().getMethod("just", Object.class).invoke(null, value)
              : type.type().getMethod("error", Throwable.class).invoke(null, error);
    };
  }
}
