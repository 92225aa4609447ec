package io.loopsentinel.agent.guard;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A dispatch of one or several calls that has begun, linked to the one that it is within.
 *
 * <p>May be used for one dispatch after the other, unless it is kept. Used by one thread at a time.
 */
final class ToolFrame {

  /**
   * Levels of one call within itself that count as nesting. Decorators and overrides come in
   * smaller stacks; what goes deeper is a call that calls itself, and may do so without end.
   */
  private static final int MOST_NESTED = 8;

  private final List<GuardedCall> calls;
  private @Nullable Object session;
  private int level;
  private @Nullable ToolFrame outer;
  private boolean kept;

  /**
   * Creates a frame.
   *
   * @param calls what it dispatches
   */
  ToolFrame(List<GuardedCall> calls) {
    this.calls = calls;
  }

  /**
   * Takes its place.
   *
   * @param itsSession the session of its calls
   * @param itsLevel how many dispatches of the same calls it is directly within
   * @param within the dispatch that it is within
   */
  void place(Object itsSession, int itsLevel, @Nullable ToolFrame within) {
    session = itsSession;
    level = itsLevel;
    outer = within;
  }

  /**
   * Has this frame, and those that it is within, used for no other dispatch: its own goes on when
   * its method has returned, and may look at them then.
   */
  void keep() {
    for (ToolFrame each = this; each != null && !each.kept; each = each.outer) {
      each.kept = true;
    }
  }

  /** Whether it may not be used for another dispatch. */
  boolean isKept() {
    return kept;
  }

  /** Lets go of everything that belongs to the application. */
  void release() {
    session = null;
    outer = null;
  }

  List<GuardedCall> calls() {
    return calls;
  }

  Object session() {
    return Objects.requireNonNull(session);
  }

  int level() {
    return level;
  }

  @Nullable ToolFrame outer() {
    return outer;
  }

  /** Whether this is the continuation of the dispatch that it is within. */
  boolean isNested() {
    return level > 0 && level <= MOST_NESTED;
  }
}
