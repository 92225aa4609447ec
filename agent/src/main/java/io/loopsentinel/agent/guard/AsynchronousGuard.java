package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.async.OutcomeListener;
import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.async.UnfitLibraryException;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
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
    LaterResult later = thrown == null ? LaterResult.of(returned) : null;
    if (later == null) {
      return call.finish(returned, thrown, true);
    }
    try {
      return later.listen(type.declared(), new FirstOutcome(call));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unfit) {
      report("what comes of this call is not seen", unfit);
      return returned;
    }
  }

  private void report(String consequence, Throwable cause) {
    context.report(
        new LocatedFailure(
            method.describe() + ", result that comes later",
            cause instanceof UnfitLibraryException ? cause.getMessage() : null,
            consequence,
            cause));
  }

  /**
   * Hands a call the first outcome that its result has: what is subscribed to twice runs twice, but
   * was called once.
   */
  private final class FirstOutcome implements OutcomeListener {

    private final PendingCall call;
    private final AtomicBoolean seen = new AtomicBoolean();

    FirstOutcome(PendingCall call) {
      this.call = call;
    }

    @Override
    public boolean awaitsOutcome() {
      return call.awaitsOutcome();
    }

    @Override
    public @Nullable Object completed(@Nullable Object value, boolean replaceable) {
      return finish(value, null, replaceable);
    }

    @Override
    public void failed(Throwable error) {
      finish(null, error, false);
    }

    @Override
    public void cannotListen(Throwable failure) {
      context.report(failure);
    }

    @Override
    public @Nullable Object subscribe(Signal subscription) throws Throwable {
      return within(call::resume, subscription);
    }

    @Override
    public @Nullable Object pass(Signal signal) throws Throwable {
      return within(call::leave, signal);
    }

    private @Nullable Object within(Consumer<ThreadFrames> change, Signal signal) throws Throwable {
      ThreadFrames frames = context.threads().get();
      ToolFrame outerCall = frames.call;
      RunFrame outerRun = frames.run;
      change.accept(frames);
      try {
        return signal.pass();
      } finally {
        frames.call = outerCall;
        frames.run = outerRun;
      }
    }

    /** No hook stands between this and the application. */
    private @Nullable Object finish(
        @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
      if (!seen.compareAndSet(false, true)) {
        return value;
      }
      try {
        return call.finish(value, error, replaceable);
      } catch (Throwable failure) {
        context.report(failure);
        return value;
      }
    }
  }
}
