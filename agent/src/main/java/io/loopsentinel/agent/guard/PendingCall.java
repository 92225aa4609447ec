package io.loopsentinel.agent.guard;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A call, turn or run that has begun; the hook hands it what its method returned or threw.
 *
 * <p>Where the outcome comes later than the method returns, {@link AsynchronousGuard} or {@link
 * SuspendGuard} stands between the hook and the call, and hands it over when it is there.
 */
final class PendingCall
    implements BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

  private final MethodGuard guard;
  private final ThreadFrames frames;
  private final @Nullable ToolFrame outerCall;
  private final @Nullable RunFrame outerRun;
  private final @Nullable ToolFrame call;
  private final @Nullable RunFrame run;
  private final @Nullable OutcomeJudge judge;

  /** Judges what came of a call. */
  @FunctionalInterface
  interface OutcomeJudge {

    /**
     * Judges an outcome, on any thread.
     *
     * @param replaceable whether the application gets what is returned
     * @return the value for the application
     */
    @Nullable Object judge(
        @Nullable Object returned, @Nullable Throwable thrown, boolean replaceable)
        throws Throwable;
  }

  /**
   * Creates a call of this thread, which is not in force before {@link #begin}.
   *
   * @param frames those of the thread
   * @param call its frame, if it is a tool call
   * @param run its frame, if it is a run
   * @param judge judges its outcome; absent: that does not matter
   */
  PendingCall(
      MethodGuard guard,
      ThreadFrames frames,
      @Nullable ToolFrame call,
      @Nullable RunFrame run,
      @Nullable OutcomeJudge judge) {
    this.guard = guard;
    this.frames = frames;
    this.outerCall = frames.call;
    this.outerRun = frames.run;
    this.call = call;
    this.run = run;
    this.judge = judge;
  }

  /**
   * Puts the call in force; to be called last, as nothing that can fail may stand between this and
   * the verdict that ends it.
   */
  PendingCall begin() {
    resume(frames);
    return this;
  }

  /** Puts the call in force on a thread that goes on with it; the caller restores the frames. */
  void resume(ThreadFrames onThread) {
    if (run != null) {
      guard.context.threads().bequeath(onThread);
      onThread.run = run;
    }
    if (call != null) {
      onThread.call = call;
    }
  }

  /**
   * Puts the call out of force on a thread that goes on with what comes after it; the caller
   * restores the frames.
   */
  void leave(ThreadFrames onThread) {
    if (call != null) {
      onThread.leave(call);
    }
  }

  /** Restores what was in force on the call's own thread before it began. */
  void restore() {
    frames.call = outerCall;
    frames.run = outerRun;
  }

  /** Whether anything is done when the outcome is there. */
  boolean awaitsOutcome() {
    return judge != null || run != null;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    restore();
    return finish(returned, thrown, true);
  }

  /**
   * Takes the outcome; on any thread.
   *
   * @param value what came, if no error
   * @param replaceable whether the application gets what is returned
   * @return the value for the application
   */
  @Nullable Object finish(@Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    if (run != null) {
      run.ended = true;
    }
    return judge == null
        ? value
        : guard.guarded(value, () -> judge.judge(value, error, replaceable));
  }
}
