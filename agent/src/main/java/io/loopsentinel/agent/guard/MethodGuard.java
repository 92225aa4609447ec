package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.engine.session.RuntimeSwitches;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the hook calls for one guarded method, whatever its kind.
 *
 * <p>While the agent is at work on a thread, what it calls in the application passes unguarded. A
 * failure goes to the hook, which reports it and lets the call run; a guard that only fails is
 * switched off. Thread-safe.
 */
abstract class MethodGuard implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  private final RuntimeSwitches controls;
  private final FramesByThread threads;
  private final GuardedMethod guarded;
  private final CallFilter filter;
  private final FailureBreaker breaker;

  MethodGuard(Shared shared, CallFilter filter) {
    this.controls = shared.engine().controls();
    this.threads = shared.threads();
    this.guarded = filter.method();
    this.filter = filter;
    this.breaker = filter.breaker();
  }

  @Override
  public final @Nullable Object apply(@Nullable Object self, Object[] arguments) {
    if (!controls.isEnabled() || breaker.isOpen()) {
      return null;
    }
    ThreadFrames frames = threads.get();
    if (frames.insideAgent) {
      return null;
    }
    ExemptCall exempt = exemptCall(frames, self, arguments);
    if (exempt != null) {
      breaker.succeeded();
      frames.call = exempt;
      return exempt;
    }
    // As below, and not by way of it: a piece of work that knows all this would be an object.
    frames.insideAgent = true;
    try {
      Object verdict =
          filter.include(frames, self, arguments) ? enter(frames, self, arguments) : null;
      breaker.succeeded();
      return verdict;
    } catch (Throwable failure) {
      throw failed(failure);
    } finally {
      frames.insideAgent = false;
    }
  }

  /**
   * Returns a call that is left alone, where that can be told at once, with nothing of the
   * application called and nothing that can fail; {@code null} where it is not, or has to be looked
   * at.
   */
  @Nullable ExemptCall exemptCall(ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    return null;
  }

  /** Decides what becomes of a call; returns a verdict. */
  abstract @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable;

  /** Does a piece of the agent's work on whatever thread this is. */
  final @Nullable Object guarded(@Nullable Object otherwise, Work work) {
    return guarded(threads.get(), otherwise, work);
  }

  /**
   * Does a piece of the agent's work on this thread.
   *
   * @param otherwise returned where the agent is at work already
   */
  final @Nullable Object guarded(ThreadFrames frames, @Nullable Object otherwise, Work work) {
    if (frames.insideAgent) {
      return otherwise;
    }
    frames.insideAgent = true;
    try {
      Object result = work.run();
      breaker.succeeded();
      return result;
    } catch (Throwable failure) {
      throw failed(failure);
    } finally {
      // No call: where the stack is full, it would overflow, and the thread stay unguarded.
      frames.insideAgent = false;
    }
  }

  private LocatedFailure failed(Throwable failure) {
    breaker.failed(failure);
    return new LocatedFailure(
        breaker.description(), guarded.explain(failure), "this call goes on unguarded", failure);
  }

  /** Begins a run of a session on this thread. */
  final ActiveRun beginRun(ThreadFrames frames, Object session) {
    threads.bequeath(frames);
    RunFrame frame = new RunFrame(session, frames.innermostRun());
    ActiveRun running = new ActiveRun(threads, frames, frame);
    // Last: nothing that can fail stands between the frame and the verdict that ends it.
    frames.run = frame;
    return running;
  }

  /** A piece of work that may fail in any way. */
  @FunctionalInterface
  interface Work {
    @Nullable Object run() throws Throwable;
  }
}
