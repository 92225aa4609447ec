package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/** A run that goes on; what comes of it does not matter. */
final class RunUnderWay implements CallUnderWay {

  private final ThreadFrames frames;
  private final ThreadFrames.RunFrame frame;
  private final ThreadFrames.@Nullable RunFrame outer;

  RunUnderWay(ThreadFrames frames, ThreadFrames.RunFrame frame) {
    this.frames = frames;
    this.frame = frame;
    this.outer = frame.outer();
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.run = outer; // No call, which could overflow.
    return returned;
  }

  @Override
  public boolean awaitsOutcome() {
    return false;
  }

  @Override
  public void resume(ThreadFrames onThread) {
    onThread.run = frame;
  }

  @Override
  public @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    return value;
  }
}
