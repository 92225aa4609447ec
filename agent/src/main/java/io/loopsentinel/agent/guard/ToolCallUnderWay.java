package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/** A tool call that runs. */
final class ToolCallUnderWay implements CallUnderWay {

  private final MethodGuard guard;
  private final ThreadFrames frames;
  private final ThreadFrames.ToolFrame frame;
  private final ThreadFrames.@Nullable ToolFrame outer;
  private final ToolOutcome outcome;

  ToolCallUnderWay(
      MethodGuard guard, ThreadFrames frames, ThreadFrames.ToolFrame frame, ToolOutcome outcome) {
    this.guard = guard;
    this.frames = frames;
    this.frame = frame;
    this.outer = frame.outer();
    this.outcome = outcome;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return guard.guarded(frames, returned, () -> outcome.judge(returned, thrown, true));
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
    return guard.guarded(value, () -> outcome.judge(value, error, replaceable));
  }
}
