package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.AsynchronousType;
import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method whose result is an object by which values come later.
 *
 * <p>The call is judged when the method is called. A verdict that is an error comes by the method's
 * own type, and the outcome is told when it is there. The frames of the call end with the method,
 * and are in force again while its result is subscribed to: that is when a cold one begins to work.
 * Thread-safe.
 */
final class AsynchronousGuard implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  private final MethodGuard guard;
  private final GuardedMethod method;
  private final ResultType type;
  private final GuardContext context;

  AsynchronousGuard(MethodGuard guard) {
    this.guard = guard;
    this.method = guard.method;
    this.type = method.result();
    this.context = guard.context;
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] arguments) {
    Object verdict = guard.apply(self, arguments);
    if (verdict instanceof Throwable error) {
      return failed(error);
    }
    if (!(verdict instanceof PendingCall call)) {
      return verdict;
    }
    BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> end =
        (returned, thrown) -> {
          call.restore();
          return end(call, returned, thrown);
        };
    return end;
  }

  private Object failed(Throwable error) {
    try {
      Object failed = type.failed(error);
      return failed == null ? error : Optional.of(failed);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unfit) {
      report("the error is thrown by the method itself", unfit);
      return error;
    }
  }

  /** Ends a call whose method has returned or thrown: waits for the outcome that comes later. */
  private @Nullable Object end(
      PendingCall call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (thrown != null || returned == null || !AsynchronousType.isOne(returned)) {
      return call.finish(returned, thrown, true);
    }
    try {
      return LaterResult.listen(returned, type.declared(), call);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unfit) {
      report("what comes of this call is not seen", unfit);
      return returned;
    }
  }

  private void report(String consequence, Throwable cause) {
    context.report(
        new LocatedFailure(
            method.describe() + ", result that comes later",
            cause instanceof LaterResult.UnfitLibraryException ? cause.getMessage() : null,
            consequence,
            cause));
  }
}
