package io.loopsentinel.agent.guard.call;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The stack of active guarded calls and runs of a thread, each linked to the enclosing one.
 *
 * <p>Used by its own thread only. Restoring the frame that was innermost before a call also drops
 * nested frames that were never closed.
 */
public final class ThreadFrames {

  public final SessionKeys sessionKeys;
  final Object threadKey = SessionKeys.ofThread();

  public Active active = Active.NONE;

  /** The run in which this thread was created. It applies until it ends or another run begins. */
  @Nullable RunFrame inherited;

  private final EarlierRuns earlierRuns;

  /** The run of this thread that began unguarded; {@code null} if there is none. */
  private @Nullable RunFrame earlierRun;

  /** Set while code of the agent runs on this thread; calls that it makes are not guarded. */
  public boolean insideAgent;

  /** The verdict about a call that is about to be made again, if any. */
  public @Nullable PresetVerdict presetVerdict;

  ThreadFrames(SessionKeys sessionKeys, EarlierRuns earlierRuns) {
    this.sessionKeys = sessionKeys;
    this.earlierRuns = earlierRuns;
    if (earlierRuns.areActive(0)) {
      this.earlierRun = RunFrame.earlier(sessionKeys.ofNewRun());
    }
  }

  /**
   * The innermost dispatch, the innermost run that began here or handed work to this thread, and
   * the innermost request to a model.
   */
  public record Active(@Nullable ToolFrame call, @Nullable RunFrame run, @Nullable TurnFrame turn) {

    public static final Active NONE = new Active(null, null, null);

    public Active within(@Nullable RunFrame other) {
      return new Active(call, other, turn);
    }

    /** Returns these frames, with those of others for the absent ones. */
    public Active around(Active others) {
      return new Active(
          call == null ? others.call : call,
          run == null ? others.run : run,
          turn == null ? others.turn : turn);
    }
  }

  /** A verdict about a call of a method. Methods that it calls do not take it. */
  public record PresetVerdict(Method method, Verdict verdict) {}

  /** Drops a dispatch and those nested in it, if it is active. */
  @SuppressWarnings("ReferenceEquality") // Identity: comparing chains costs their length.
  public void leave(@Nullable ToolFrame frame) {
    for (ToolFrame each = active.call(); each != null; each = each.outer) {
      if (each == frame) {
        active = new Active(frame.outer, active.run(), active.turn());
        return;
      }
    }
  }

  public @Nullable RunFrame innermostRun() {
    if (active.run() != null) {
      return active.run();
    }
    RunFrame run = RunFrame.lasting(inherited);
    if (run == null && earlierRun != null) {
      endEarlierRun(0);
      return earlierRun;
    }
    return run;
  }

  /** Called when a guarded run begins on this thread: an earlier one may have ended before. */
  public void runBegins() {
    endEarlierRun(1);
  }

  private void endEarlierRun(int guarded) {
    if (earlierRun != null && !earlierRuns.areActive(guarded)) {
      earlierRun.ended = true;
      earlierRun = null;
    }
  }
}
