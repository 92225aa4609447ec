package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/** A batch of tool calls that runs. */
final class PendingBatch implements PendingCall {

  private final MethodGuard guard;
  private final ThreadFrames frames;
  private final ToolFrame frame;
  private final @Nullable ToolFrame outer;
  private final BatchOutcome outcome;

  PendingBatch(MethodGuard guard, ThreadFrames frames, ToolFrame frame, BatchOutcome outcome) {
    this.guard = guard;
    this.frames = frames;
    this.frame = frame;
    this.outer = frame.outer;
    this.outcome = outcome;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return guard.guarded(frames, returned, () -> judge(returned, thrown));
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
    return guard.guarded(value, () -> judge(value, error));
  }

  private @Nullable Object judge(@Nullable Object returned, @Nullable Throwable thrown)
      throws Throwable {
    outcome.judge(returned, thrown);
    return returned;
  }
}
