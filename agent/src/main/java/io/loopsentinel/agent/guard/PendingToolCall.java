package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.session.RecordedCall;
import org.jspecify.annotations.Nullable;

/** A tool call that runs, from its beginning to its outcome. */
final class PendingToolCall implements PendingCall {

  private final ToolGuard guard;
  private final ThreadFrames frames;
  private final ReadFrame frame;
  private final @Nullable ToolFrame outer;
  private final GuardedCall call;
  private final @Nullable RecordedCall recorded;
  private final @Nullable String warning;
  private final @Nullable CallTrace trace;

  /**
   * Creates a call that runs.
   *
   * @param guard judges what comes of it
   * @param frames those of the thread on which it begins
   * @param frame its own
   * @param recorded the call as the engine knows it; absent: its outcome does not matter
   * @param warning what was found before it runs; absent: nothing
   * @param trace told what comes; absent: nobody asks
   */
  PendingToolCall(
      ToolGuard guard,
      ThreadFrames frames,
      ReadFrame frame,
      GuardedCall call,
      @Nullable RecordedCall recorded,
      @Nullable String warning,
      @Nullable CallTrace trace) {
    this.guard = guard;
    this.frames = frames;
    this.frame = frame;
    this.outer = frame.outer;
    this.call = call;
    this.recorded = recorded;
    this.warning = warning;
    this.trace = trace;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return guard.guarded(frames, returned, () -> judge(returned, thrown, true));
  }

  @Override
  public boolean awaitsOutcome() {
    return true;
  }

  @Override
  public void resume(ThreadFrames onThread) {
    onThread.call = frame;
  }

  @Override
  public void leave(ThreadFrames onThread) {
    onThread.leave(frame);
  }

  @Override
  public @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    return guard.guarded(value, () -> judge(value, error, replaceable));
  }

  private @Nullable Object judge(
      @Nullable Object returned, @Nullable Throwable thrown, boolean replaceable) throws Throwable {
    call.environment().tellOutcome(returned, thrown);
    return guard.results().judge(call, recorded, warning, trace, replaceable);
  }
}
