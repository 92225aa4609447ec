package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/** A run that goes on, until its method returns or, where its result comes later, that is there. */
final class ActiveRun implements PendingCall {

  private final FramesByThread threads;
  private final ThreadFrames frames;
  private final RunFrame frame;
  private final @Nullable RunFrame outer;

  ActiveRun(FramesByThread threads, ThreadFrames frames, RunFrame frame) {
    this.threads = threads;
    this.frames = frames;
    this.frame = frame;
    this.outer = frames.run;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.run = outer; // No call, which could overflow.
    frame.ended = true;
    return returned;
  }

  @Override
  public boolean awaitsOutcome() {
    return true;
  }

  @Override
  public void resume(ThreadFrames onThread) {
    threads.bequeath(onThread);
    onThread.run = frame;
  }

  @Override
  public @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    frame.ended = true;
    return value;
  }
}
