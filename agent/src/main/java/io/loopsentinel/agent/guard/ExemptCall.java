package io.loopsentinel.agent.guard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of an exempt tool under way.
 *
 * <p>Nobody judges it, but what it is passed on to under another name is exempt with it, and what
 * it calls may belong to its session. So it stands among the frames of its thread, and what it is a
 * call of is read when a call within it asks, which mostly none does.
 */
final class ExemptCall extends ToolFrame implements PendingCall {

  private final ThreadFrames frames;
  private final ToolGuard guard;
  private final @Nullable Object self;
  private final Object[] arguments;
  private final @Nullable RunFrame run;
  private volatile @Nullable Reading reading;

  /**
   * Creates a call of this thread.
   *
   * @param guard reads it
   */
  ExemptCall(ThreadFrames frames, ToolGuard guard, @Nullable Object self, Object[] arguments) {
    this.outer = frames.call;
    this.frames = frames;
    this.guard = guard;
    this.self = self;
    this.arguments = arguments;
    this.run = frames.innermostRun();
  }

  /**
   * What it is a call of.
   *
   * @param calls none where it cannot be read
   */
  record Reading(List<GuardedCall> calls, Object session) {}

  @Override
  List<GuardedCall> calls() {
    return reading().calls();
  }

  @Override
  Object session() {
    return reading().session();
  }

  @Override
  int level() {
    return 0;
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
    onThread.call = this;
  }

  @Override
  public @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    return value;
  }

  private Reading reading() {
    Reading known = reading;
    if (known == null) {
      known = guard.readExempt(runSession(), frames.threadKey(), self, arguments);
      reading = known;
    }
    return known;
  }

  /** Returns what {@link ThreadFrames#runSession} did when it began. */
  private @Nullable Object runSession() {
    if (run != null) {
      return run.session();
    }
    return outer == null ? null : outer.session();
  }
}
