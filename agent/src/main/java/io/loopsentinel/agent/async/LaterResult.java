package io.loopsentinel.agent.async;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** An object by which values come later, as a guarded method has returned it. */
public final class LaterResult {

  private final Object result;
  private final AsynchronousType.Found type;

  private LaterResult(Object result, AsynchronousType.Found type) {
    this.result = result;
    this.type = type;
  }

  /** Wraps what a method returned; {@code null} where it is a value itself. */
  public static @Nullable LaterResult of(@Nullable Object returned) {
    AsynchronousType.Found type =
        returned == null ? null : AsynchronousType.find(returned.getClass());
    return returned == null || type == null ? null : new LaterResult(returned, type);
  }

  /**
   * Has a listener told of what comes.
   *
   * @param declared what the method returns by its declaration
   * @return what the method is to return: the result itself, or one that behaves as it does
   * @throws ReflectiveOperationException where another version of a library is met; nothing has
   *     been done then
   */
  public Object listen(Class<?> declared, OutcomeListener listener)
      throws ReflectiveOperationException {
    return switch (type.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE ->
          listener.awaitsOutcome()
              ? ObservedFuture.listen((CompletionStage<?>) result, declared, listener)
              : result;
      case FUTURE -> {
        listen((Future<?>) result, listener);
        yield result;
      }
      default -> ObservedSource.listen(result, type, declared, listener);
    };
  }

  /** Says nothing when it completes, and to wait for it would take a thread. */
  private static void listen(Future<?> future, OutcomeListener listener) {
    if (listener.awaitsOutcome() && future.isDone() && !future.isCancelled()) {
      try {
        ObservedFuture.tell(future.get(), null, false, listener);
      } catch (ExecutionException failed) {
        ObservedFuture.tell(null, failed, false, listener);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt(); // It was before: what is done does not wait.
      }
    }
  }
}
