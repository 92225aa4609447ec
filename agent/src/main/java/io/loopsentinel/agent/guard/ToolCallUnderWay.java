package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.session.RecordedCall;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call on its way through its guard, from its beginning to its outcome.
 *
 * <p>One that ends where it began is used again for the next call of its thread, so that a call
 * which is let through allocates nothing; what stands in here and below was some twenty objects a
 * call. One whose outcome comes later, or whose end never comes, is left to the garbage collector.
 */
final class ToolCallUnderWay implements CallUnderWay, MethodGuard.Work {

  private final ThreadFrames frames;
  private final CallEnvironment environment = new CallEnvironment();
  private final GuardedCall call = new GuardedCall(environment);
  private final ReadFrame frame = new ReadFrame(List.of(call));
  private @Nullable ToolGuard guard;
  private @Nullable RecordedCall recorded;
  private @Nullable String warning;
  private @Nullable CallTrace trace;
  private @Nullable AsynchronousGuard later;
  private boolean replaceable;

  /** The one behind it among those that wait for their next call. */
  @Nullable ToolCallUnderWay nextIdle;

  /** Creates one for calls that begin on the thread of these frames. */
  ToolCallUnderWay(ThreadFrames frames) {
    this.frames = frames;
    environment.standFor(call);
  }

  CallEnvironment environment() {
    return environment;
  }

  GuardedCall call() {
    return call;
  }

  ReadFrame frame() {
    return frame;
  }

  /**
   * Begins a call that runs.
   *
   * @param itsGuard told what comes of it
   * @param known the call as the engine knows it; absent: its outcome does not matter
   * @param found what was found before it runs; absent: nothing
   * @param itsTrace told what comes; absent: nobody asks
   */
  ToolCallUnderWay begin(
      ToolGuard itsGuard,
      @Nullable RecordedCall known,
      @Nullable String found,
      @Nullable CallTrace itsTrace) {
    guard = itsGuard;
    if (recorded != known) {
      recorded = known;
    }
    warning = found;
    trace = itsTrace;
    return beginUnjudged();
  }

  /** Begins a call of which nobody wants to know what comes of it. */
  ToolCallUnderWay beginUnjudged() {
    // Last: nothing that can fail stands between the frame and the verdict that ends it.
    frames.call = frame;
    return this;
  }

  /** Has its end looked at for an outcome that comes later. */
  void endBy(AsynchronousGuard awaiting) {
    later = awaiting;
  }

  /** Ends it: lets go of everything that belongs to the application, and waits for another call. */
  void release() {
    if (frame.isKept()) {
      return;
    }
    guard = null;
    later = null;
    warning = null;
    trace = null;
    environment.release();
    call.release();
    frame.release();
    frames.giveBack(this);
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = frame.outer; // No call, which could overflow.
    AsynchronousGuard awaiting = later;
    if (awaiting != null) {
      later = null; // What is there already comes here once more.
      return awaiting.end(this, returned, thrown);
    }
    Object result = guard == null ? returned : judge(guard, returned, thrown);
    release();
    return result;
  }

  @Override
  public boolean awaitsOutcome() {
    return guard != null;
  }

  @Override
  public void keep() {
    frame.keep();
  }

  @Override
  public void resume(ThreadFrames onThread) {
    onThread.call = frame;
  }

  @Override
  public void leave(ThreadFrames onThread) {
    if (guard != null) {
      onThread.leave(frame);
    }
  }

  @Override
  public @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean isReplaceable) {
    if (guard == null) {
      return value;
    }
    environment.tellOutcome(value, error);
    replaceable = isReplaceable;
    return guard.guarded(value, this);
  }

  /** Has its guard judge the outcome. */
  @Override
  public @Nullable Object run() throws Throwable {
    return Objects.requireNonNull(guard)
        .results()
        .judge(call, recorded, warning, trace, replaceable);
  }

  private @Nullable Object judge(
      ToolGuard judging, @Nullable Object returned, @Nullable Throwable thrown) {
    environment.tellOutcome(returned, thrown);
    replaceable = true;
    return judging.guarded(frames, returned, this);
  }
}
