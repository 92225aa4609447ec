package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.fingerprint.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * What one thread is in the midst of: guarded calls and runs, each linked to the one further out.
 *
 * <p>It tells a nested dispatch of one call (a decorator, {@code super}, an interface default
 * calling on) from a new call, and knows the run that a call belongs to. Used by its own thread
 * only. Holds no object of the application but session keys.
 *
 * <p>The fields are written directly, with no call in between: the end of a method has to restore
 * them even where the thread has no stack left for a call. To restore what was innermost before a
 * frame also drops every frame inside it whose own end never came.
 */
final class ThreadFrames {

  /**
   * Levels of one call within itself that count as nesting. Decorators and overrides come in
   * smaller stacks; what goes deeper is a call that calls itself, and may do so without end.
   */
  private static final int MOST_NESTED = 8;

  private final ThreadKey threadKey = new ThreadKey(Thread.currentThread().getId());

  /** The innermost dispatch under way. */
  @Nullable ToolFrame call;

  /** The innermost run under way. */
  @Nullable RunFrame run;

  /**
   * Whether the agent is at work on this thread, so that what it calls in the application is not
   * guarded in turn.
   */
  boolean insideAgent;

  /**
   * A dispatch that has begun.
   *
   * @param level how many dispatches of the same call it is directly within
   * @param outer the dispatch that it is within
   */
  record ToolFrame(Object session, Fingerprint fingerprint, int level, @Nullable ToolFrame outer) {

    /** Whether this is the continuation of the dispatch that it is within. */
    boolean isNested() {
      return level > 0 && level <= MOST_NESTED;
    }

    private boolean isOf(Object otherSession, Fingerprint otherFingerprint) {
      return fingerprint.equals(otherFingerprint) && session.equals(otherSession);
    }
  }

  /**
   * A run that has begun.
   *
   * @param outer the run that it is within
   */
  record RunFrame(Object session, @Nullable RunFrame outer) {}

  ThreadKey threadKey() {
    return threadKey;
  }

  /** Returns a dispatch within the innermost one; it begins when {@link #call} is set to it. */
  ToolFrame within(Object session, Fingerprint fingerprint) {
    ToolFrame outer = call;
    int level = outer != null && outer.isOf(session, fingerprint) ? outer.level() + 1 : 0;
    return new ToolFrame(session, fingerprint, level, outer);
  }

  /**
   * Returns the session of the innermost run or, on a thread that knows of none, of the innermost
   * dispatch: what a tool calls belongs to the run that called the tool. {@code null} outside of
   * both.
   */
  @Nullable Object runSession() {
    if (run != null) {
      return run.session();
    }
    return call == null ? null : call.session();
  }

  /** Whether a run of this session is under way, further out. */
  boolean isWithinRun(Object session) {
    for (RunFrame each = run; each != null; each = each.outer()) {
      if (each.session().equals(session)) {
        return true;
      }
    }
    return false;
  }
}
