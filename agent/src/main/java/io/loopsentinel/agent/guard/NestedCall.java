package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/** A dispatch within a dispatch of the same call; what comes of it is the outer one's. */
final class NestedCall implements PendingCall {

  private final ThreadFrames frames;
  private final ToolFrame frame;
  private final @Nullable ToolFrame outer;

  NestedCall(ThreadFrames frames, ToolFrame frame) {
    this.frames = frames;
    this.frame = frame;
    this.outer = frame.outer;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return returned;
  }

  @Override
  public boolean awaitsOutcome() {
    return false;
  }

  @Override
  public void resume(ThreadFrames onThread) {
    onThread.call = frame;
  }

  @Override
  public @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    return value;
  }
}
