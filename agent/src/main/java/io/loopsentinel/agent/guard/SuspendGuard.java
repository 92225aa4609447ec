package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.Libraries;
import io.loopsentinel.agent.async.ObservedContinuation;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.LinkedExpression;
import java.lang.reflect.Method;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Guards a Kotlin suspend function.
 *
 * <p>The compiler turns it into a method with an additional parameter, the continuation of its
 * caller, and a nested class for the state of a call. When it suspends, the method returns {@code
 * COROUTINE_SUSPENDED}. When it resumes, the method is entered again, on any thread, with the state
 * as its continuation and null for the other arguments
 * (https://github.com/Kotlin/KEEP/blob/main/proposals/KEEP-0164-coroutines.md).
 *
 * <p>The guard replaces the caller's continuation with its own. The state refers to this one, and
 * it is resumed with the outcome. A function that only delegates to another one has no state and is
 * not entered again, but it passes the continuation on. Thread-safe.
 */
final class SuspendGuard implements CallGuard {

  private final MethodGuard guard;
  private final LinkedExpression label;
  private final LinkedExpression completion;
  private final String statePrefix;
  private final Class<?> continuation;

  /** {@code label} and {@code completion} read the state of a call: its progress and its caller. */
  SuspendGuard(MethodGuard guard, LinkedExpression label, LinkedExpression completion) {
    this.guard = guard;
    this.label = label;
    this.completion = completion;
    Method method = guard.method.method();
    this.statePrefix = method.getDeclaringClass().getName() + "$";
    this.continuation = method.getParameterTypes()[method.getParameterCount() - 1];
  }

  @Override
  public @Nullable Verdict enter(@Nullable Object self, Object[] arguments) {
    ThreadFrames frames = guard.context.threads().get();
    return isEnteredAgain(frames, arguments)
        ? enterAgain(frames, arguments)
        : begin(frames, self, arguments);
  }

  private @Nullable Verdict begin(ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    Object[] seen = arguments.clone();
    Verdict verdict = guard.enter(self, seen);
    System.arraycopy(seen, 0, arguments, 0, seen.length);
    if (!(verdict instanceof PendingCall call)) {
      return verdict;
    }
    int last = arguments.length - 1;
    try {
      if (arguments[last] != null) { // As Java may call a function that does not suspend.
        arguments[last] = Libraries.observed(continuation, arguments[last], call);
      }
    } catch (RuntimeException | LinkageError unfit) {
      guard.reportLaterResult("the outcome of this call is not seen", unfit);
    }
    return (Verdict.Run)
        (returned, thrown) -> {
          frames.active = call.before;
          if (thrown == null && isSuspension(returned)) {
            return returned;
          }
          if (thrown instanceof CancellationException) { // Not a failure.
            call.unseen();
            return returned;
          }
          return call.end(returned, thrown);
        };
  }

  private @Nullable Verdict enterAgain(ThreadFrames frames, Object[] arguments) {
    if (!(read(completion, frames, arguments) instanceof ObservedContinuation caller)
        || !(caller.listener() instanceof PendingCall call)) {
      return null; // It began unguarded.
    }
    ThreadFrames.Active before = frames.active;
    call.resume(frames);
    return (Verdict.Run)
        (returned, thrown) -> {
          frames.active = before;
          return thrown == null ? returned : null;
        };
  }

  /**
   * Returns whether a call resumes: the sign bit of the state's label is set while the method is
   * entered again. A recursive function also passes its state, but without the sign bit.
   */
  private boolean isEnteredAgain(ThreadFrames frames, Object[] arguments) {
    Object state = arguments[arguments.length - 1];
    return state != null
        && state.getClass().getName().startsWith(statePrefix)
        && read(label, frames, arguments) instanceof Integer position
        && position < 0;
  }

  private @Nullable Object read(
      LinkedExpression expression, ThreadFrames frames, Object[] arguments) {
    try {
      return expression.evaluate(new CallEnvironment(guard.method, frames, null, arguments));
    } catch (EvaluationException stateless) {
      return null; // Another continuation of the class.
    } catch (Throwable failure) {
      throw new IllegalStateException(
          "cannot read the state of a suspended call of " + guard.method.describe(), failure);
    }
  }

  private static boolean isSuspension(@Nullable Object returned) {
    return returned instanceof Enum<?> constant
        && constant.name().equals("COROUTINE_SUSPENDED")
        && constant
            .getDeclaringClass()
            .getName()
            .equals("kotlin.coroutines.intrinsics.CoroutineSingletons");
  }
}
