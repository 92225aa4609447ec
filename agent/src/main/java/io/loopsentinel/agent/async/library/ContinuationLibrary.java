package io.loopsentinel.agent.async.library;

import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.async.ObservedContinuation;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import org.jspecify.annotations.Nullable;

/** Kotlin's continuations: passes a listener the outcome of a suspended function. */
@SuppressWarnings("unchecked") // Results are only passed on.
public final class ContinuationLibrary implements BiFunction<Object, LaterResult.Listener, Object> {

  @Override
  public Object apply(Object caller, LaterResult.Listener listener) {
    return new Observed((Continuation<Object>) caller, listener);
  }

  /**
   * The equivalent of compiled code that calls the suspended function and returns its result, so
   * that dispatchers and cancellation treat it like any other.
   */
  @SuppressWarnings("serial") // No continuation is written.
  private static final class Observed extends ContinuationImpl implements ObservedContinuation {

    private final LaterResult.Listener listener;

    Observed(Continuation<Object> caller, LaterResult.Listener listener) {
      super(caller);
      this.listener = listener;
    }

    @Override
    public LaterResult.Listener listener() {
      return listener;
    }

    /** Takes a {@code Result}, which is the value itself unless it is a failure. */
    @Override
    protected @Nullable Object invokeSuspend(Object outcome) {
      try {
        ResultKt.throwOnFailure(outcome);
      } catch (CancellationException cancelled) { // Not a failure.
        listener.unseen();
        throw cancelled;
      } catch (Throwable failure) {
        listener.completed(null, failure, false);
        Object answer = listener.mayAnswer() ? listener.answer(failure) : null;
        return answer == null ? Observed.<RuntimeException>rethrow(failure) : answer;
      }
      return listener.completed(outcome, null, true);
    }

    private static <E extends Throwable> Object rethrow(Throwable failure) throws E {
      throw (E) failure;
    }
  }
}
