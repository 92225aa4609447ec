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

  /** Returns what it dispatches. */
  abstract List<GuardedCall> calls();

  /** Returns the session of its calls. */
  abstract Object session();

  /** Returns how many dispatches of the same calls it is directly within. */
  abstract int level();
}
