package io.loopsentinel.agent.guard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dispatch of one or several calls that has begun, linked to the one that it is within.
 *
 * <p>Used by one thread at a time.
 */
abstract sealed class ToolFrame permits ReadFrame, ExemptCall {

  /** The dispatch that it is within. Read with no call, see {@link ThreadFrames}. */
  @Nullable ToolFrame outer;

  private boolean kept;

  /** Returns what it dispatches. */
  abstract List<GuardedCall> calls();

  /** Returns the session of its calls. */
  abstract Object session();

  /** Returns how many dispatches of the same calls it is directly within. */
  abstract int level();

  /**
   * Has this frame, and those that it is within, used for no other dispatch: its own goes on when
   * its method has returned, and may look at them then.
   */
  public final void keep() {
    for (ToolFrame each = this; each != null && !each.kept; each = each.outer) {
      each.kept = true;
    }
  }

  /** Whether it may not be used for another dispatch. */
  final boolean isKept() {
    return kept;
  }
}
