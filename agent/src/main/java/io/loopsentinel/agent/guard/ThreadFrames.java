package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * Per-thread stack of active guarded calls and runs, each linked to the one further out.
 *
 * <p>Used by its own thread only. Holds no object of the application but session keys.
 *
 * <p>The fields are written directly, with no call in between: the end of a method has to restore
 * them even where the thread has no stack left for a call. To restore what was innermost before a
 * frame also drops every frame inside it whose own end never came.
 */
final class ThreadFrames {

  private final ThreadKey threadKey = new ThreadKey(Thread.currentThread().getId());

  /** The innermost dispatch under way. */
  @Nullable ToolFrame call;

  /** The innermost run that began on this thread, or handed it what it is doing. */
  @Nullable RunFrame run;

  /** The run in which this thread was created; in force while it lasts, where there is no other. */
  @Nullable RunFrame inherited;

  /**
   * Whether the agent is at work on this thread, so that what it calls in the application is not
   * guarded in turn.
   */
  boolean insideAgent;

  ThreadKey threadKey() {
    return threadKey;
  }

  /** Drops a dispatch, and those within it, if the thread is in the midst of it. */
  @SuppressWarnings("ReferenceEquality") // The very dispatch; to compare chains costs their length.
  void leave(ToolFrame frame) {
    for (ToolFrame each = call; each != null; each = each.outer) {
      if (each == frame) {
        call = frame.outer;
        return;
      }
    }
  }

  /**
   * Returns the session of the innermost run or, on a thread that knows of none, of the innermost
   * dispatch: what a tool calls belongs to the run that called the tool. {@code null} outside of
   * both.
   */
  @Nullable Object runSession() {
    RunFrame innermost = innermostRun();
    if (innermost != null) {
      return innermost.session();
    }
    return call == null ? null : call.session();
  }

  /** Returns the run in force, or {@code null} outside of any. */
  @Nullable RunFrame innermostRun() {
    return run == null ? RunFrame.lasting(inherited) : run;
  }

  /** Whether a run of this session is under way, further out. */
  boolean isWithinRun(Object session) {
    RunFrame innermost = innermostRun();
    return innermost != null && innermost.isWithin(session);
  }
}
