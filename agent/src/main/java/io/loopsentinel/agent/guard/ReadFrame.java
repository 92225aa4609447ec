package io.loopsentinel.agent.guard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dispatch whose calls and session were read when it began. */
final class ReadFrame extends ToolFrame {

  /**
   * Levels of one call within itself that count as nesting. Decorators and overrides come in
   * smaller stacks; what goes deeper is a call that calls itself, and may do so without end.
   */
  private static final int MOST_NESTED = 8;

  private final List<GuardedCall> calls;
  private int level;

  /**
   * Creates a frame.
   *
   * @param calls what it dispatches, at least one, all of one session
   */
  ReadFrame(List<GuardedCall> calls) {
    this.calls = calls;
  }

  /**
   * Takes its place.
   *
   * @param itsLevel how many dispatches of the same calls it is directly within
   * @param within the dispatch that it is within
   */
  void place(int itsLevel, @Nullable ToolFrame within) {
    level = itsLevel;
    outer = within;
  }

  @Override
  List<GuardedCall> calls() {
    return calls;
  }

  @Override
  Object session() {
    return calls.get(0).session();
  }

  @Override
  int level() {
    return level;
  }

  /** Whether this is the continuation of the dispatch that it is within. */
  boolean isNested() {
    return level > 0 && level <= MOST_NESTED;
  }
}
