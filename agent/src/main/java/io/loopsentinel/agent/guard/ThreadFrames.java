package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * Per-thread stack of active guarded calls and runs, each linked to the one further out.
 *
 * <p>Used by its own thread only. To restore what was innermost before a frame also drops every
 * frame inside it whose own end never came.
 */
final class ThreadFrames {

  final Object threadKey = SessionKeys.ofThread();

  Active active = new Active(null, null, null);

  /** The run in which this thread was created; in force while it lasts, where there is no other. */
  @Nullable RunFrame inherited;

  /** Whether the agent is at work on this thread; what it calls is not guarded in turn. */
  boolean insideAgent;

  /** What was decided of the call that is about to be made once more; absent: none is. */
  @Nullable PendingCall decided;

  /**
   * What is innermost: a dispatch, a run that began here or handed over what is done here, and a
   * request to a model.
   */
  record Active(@Nullable ToolFrame call, @Nullable RunFrame run, @Nullable TurnFrame turn) {

    Active within(@Nullable RunFrame other) {
      return new Active(call, other, turn);
    }
  }

  /** Drops a dispatch, and those within it, if the thread is in the midst of it. */
  @SuppressWarnings("ReferenceEquality") // The very dispatch; to compare chains costs their length.
  void leave(@Nullable ToolFrame frame) {
    for (ToolFrame each = active.call(); each != null; each = each.outer) {
      if (each == frame) {
        active = new Active(frame.outer, active.run(), active.turn());
        return;
      }
    }
  }

  @Nullable RunFrame innermostRun() {
    return active.run() == null ? RunFrame.lasting(inherited) : active.run();
  }
}
