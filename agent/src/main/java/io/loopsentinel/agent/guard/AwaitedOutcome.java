package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.OutcomeListener;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Hands a call the first outcome that its result has: what is subscribed to twice runs twice, but
 * was called once. Thread-safe.
 */
final class AwaitedOutcome implements OutcomeListener {

  private final PendingCall call;
  private final Shared shared;
  private final AtomicBoolean seen = new AtomicBoolean();

  AwaitedOutcome(PendingCall call, Shared shared) {
    this.call = call;
    this.shared = shared;
  }

  @Override
  public boolean awaitsOutcome() {
    return call.awaitsOutcome();
  }

  @Override
  public @Nullable Object completed(@Nullable Object value, boolean replaceable) {
    return seen.compareAndSet(false, true) ? finish(value, null, replaceable) : value;
  }

  @Override
  public void failed(Throwable error) {
    if (seen.compareAndSet(false, true)) {
      finish(null, error, false);
    }
  }

  @Override
  public void cannotListen(Throwable failure) {
    shared.report(failure);
  }

  @Override
  public void subscribe(Subscription subscription) throws Throwable {
    ThreadFrames frames = shared.threads().get();
    ToolFrame outerCall = frames.call;
    RunFrame outerRun = frames.run;
    call.resume(frames);
    try {
      subscription.make();
    } finally {
      frames.call = outerCall;
      frames.run = outerRun;
    }
  }

  @Override
  public @Nullable Object pass(Signal signal) throws Throwable {
    ThreadFrames frames = shared.threads().get();
    ToolFrame innermost = frames.call;
    call.leave(frames);
    try {
      return signal.pass();
    } finally {
      frames.call = innermost;
    }
  }

  /** No hook stands between this and the application. */
  private @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    try {
      return call.finish(value, error, replaceable);
    } catch (Throwable failure) {
      shared.report(failure);
      return value;
    }
  }
}
