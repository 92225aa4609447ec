package io.loopsentinel.agent.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Listens to objects by which values come later, and builds such objects. Stateless. */
public final class LaterResult {

  /**
   * Waits for what comes of a method's result, on any thread, and once for each subscription. Does
   * not throw, but for what a step throws.
   */
  public interface Listener {

    /** Whether the outcome matters; if not, only subscriptions do. */
    boolean awaitsOutcome();

    /**
     * Is told what came, before the application sees it.
     *
     * @param value the value, or the list of values, if any
     * @param error absent: it did not fail
     * @param replaceable whether the application gets what is returned
     */
    @Nullable Object completed(
        @Nullable Object value, @Nullable Throwable error, boolean replaceable);

    /** Is told that a subscription goes unheard. */
    void cannotListen(Throwable failure);

    /** Makes a subscription, during which the work may begin. */
    @Nullable Object subscribe(Step subscription) throws Throwable;

    /** Passes a signal on to the application, whose reaction is no part of the work. */
    @Nullable Object pass(Step signal) throws Throwable;
  }

  /** Something to be done, which may fail in any way. */
  @FunctionalInterface
  public interface Step {
    @Nullable Object run() throws Throwable;
  }

  /** A version of a library that lacks what is needed of it; the message names no value. */
  public static final class UnfitLibraryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitLibraryException(String message) {
      super(message);
    }
  }

  private LaterResult() {}

  /**
   * Has a listener told of what comes by an object.
   *
   * @param result {@link AsynchronousType#isOne of such a type}
   * @param declared what the method returns by its declaration
   * @return what the method is to return: the result itself, or one that behaves as it does
   * @throws ReflectiveOperationException where another version of a library is met; nothing has
   *     been done then
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
    ObservedFuture.tellIfDone((Future<?>) result, listener);
    return result;
  }

  /** Returns an object by which a value comes or, where there is one, an error. */
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
