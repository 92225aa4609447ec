package io.loopsentinel.agent.async;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Listens to objects by which values come later, and builds such objects. Stateless. */
public final class LaterResult {

  /**
   * Waits for what comes of a method's result; told on any thread, once for each subscription.
   *
   * <p>Its methods do not throw.
   */
  public interface Listener {

    /** Whether the outcome matters; if not, only subscriptions do. */
    boolean awaitsOutcome();

    /**
     * Is told the value, or the list of values, before the application sees that it is complete.
     *
     * @param value {@code null} where it completed without one
     * @param replaceable whether the application gets what is returned
     * @return the value that the application is to get
     */
    @Nullable Object completed(@Nullable Object value, boolean replaceable);

    /** Is told the error before the application sees it. */
    void failed(Throwable error);

    /** Is told that a subscription goes unheard. */
    void cannotListen(Throwable failure);

    /** Makes a subscription, during which the work may begin. */
    @Nullable Object subscribe(Signal subscription) throws Throwable;

    /**
     * Passes a signal on to the application. What the application does with it comes after the
     * work, though the work may be further down the same stack.
     */
    @Nullable Object pass(Signal signal) throws Throwable;

    /** A signal that is to be passed on, or a subscription that is to be made. */
    @FunctionalInterface
    interface Signal {
      @Nullable Object pass() throws Throwable;
    }
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
    if (type == null) {
      return result;
    }
    switch (type.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE -> {
        return listener.awaitsOutcome()
            ? ObservedFuture.listen((CompletionStage<?>) result, declared, listener)
            : result;
      }
      case FUTURE -> {
        if (listener.awaitsOutcome()) {
          ObservedFuture.tellIfDone((Future<?>) result, listener);
        }
        return result;
      }
      default -> {
        return ObservedSource.listen(result, type, declared, listener);
      }
    }
  }

  /** Returns an object by which a value comes. */
  static Object completed(AsynchronousType.Found type, @Nullable Object value)
      throws ReflectiveOperationException {
    return switch (type.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE, FUTURE -> CompletableFuture.completedFuture(value);
      case PUBLISHER, FLOW_PUBLISHER -> ReadyPublisher.of(type.type(), value, null);
      default -> build(type.type(), "just", Object.class, value);
    };
  }

  /** Returns an object by which an error comes. */
  static Object failed(AsynchronousType.Found type, Throwable error)
      throws ReflectiveOperationException {
    return switch (type.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE, FUTURE -> CompletableFuture.failedFuture(error);
      case PUBLISHER, FLOW_PUBLISHER -> ReadyPublisher.of(type.type(), null, error);
      default -> build(type.type(), "error", Throwable.class, error);
    };
  }

  private static Object build(
      Class<?> type, String factory, Class<?> parameter, @Nullable Object argument)
      throws ReflectiveOperationException {
    try {
      return type.getMethod(factory, parameter).invoke(null, argument);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(type.getName() + "." + factory, e.getCause());
    }
  }
}
