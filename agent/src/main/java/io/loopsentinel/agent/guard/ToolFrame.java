package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.LoopEngine;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A dispatch of one or several tool calls that has begun, linked to the one that it is within.
 *
 * <p>Tells a nested dispatch of one call (a decorator, {@code super}, an interface default calling
 * on, one framework calling another) from a new call.
 */
final class ToolFrame {

  /**
   * Levels of one call within itself that count as nesting. Decorators and overrides come in
   * smaller stacks; what goes deeper is a call that calls itself, and may do so without end.
   */
  private static final int MOST_NESTED = 8;

  final @Nullable ToolFrame outer;

  private final Supplier<Reading> reader;
  private final int level;
  private final boolean awaits;
  private volatile @Nullable Reading reading;
  private volatile boolean failedWithin;

  /** Whether its method has come to its end. Written with no call, see {@link ThreadFrames}. */
  volatile boolean ended;

  /** What is dispatched: no calls where they cannot be read. */
  record Reading(List<GuardedCall> calls, Object session) {}

  private ToolFrame(
      @Nullable ToolFrame outer, Supplier<Reading> reader, int level, boolean awaits) {
    this.outer = outer;
    this.reader = reader;
    this.level = level;
    this.awaits = awaits;
  }

  /**
   * Creates the frame of one or several calls.
   *
   * @param awaits whether the method returns no sooner than its result is there
   */
  static ToolFrame of(
      LoopEngine engine, List<GuardedCall> calls, @Nullable ToolFrame outer, boolean awaits) {
    Reading reading = new Reading(calls, calls.get(0).session());
    int level = outer != null && outer.isPassedOnAs(reading, engine) ? outer.level + 1 : 0;
    return new ToolFrame(outer, () -> reading, level, awaits);
  }

  /**
   * Creates the frame of a call of an exempt tool. Nobody judges it, but what it is passed on to
   * under another name is exempt with it, and what it calls may belong to its session.
   *
   * @param reader reads it when a call within it asks, which mostly none does; must not throw
   * @param awaits whether the method returns no sooner than its result is there
   */
  static ToolFrame ofExempt(Supplier<Reading> reader, @Nullable ToolFrame outer, boolean awaits) {
    return new ToolFrame(outer, reader, 0, awaits);
  }

  Object session() {
    return reading().session();
  }

  /** Returns whose its calls are. */
  Attribution attribution() {
    List<GuardedCall> calls = reading().calls();
    return calls.isEmpty() ? Attribution.NONE : calls.get(0).call().attribution();
  }

  /** Whether this is the continuation of the dispatch that it is within. */
  boolean isNested() {
    return level > 0 && level <= MOST_NESTED;
  }

  /** Whether what its method hands to other threads is a part of it: the method waits for it. */
  boolean isAwaited() {
    return awaits && !ended;
  }

  /** Tells all that this nested dispatch is within whether the call has failed. */
  void tellOuter(boolean failed) {
    for (ToolFrame each = this; each.isNested() && each.outer != null; each = each.outer) {
      each.outer.failedWithin = failed;
    }
  }

  /** Whether the call has failed by what the latest dispatch within it told. */
  boolean hasFailedWithin() {
    return failedWithin;
  }

  private Reading reading() {
    Reading known = reading;
    if (known == null) {
      known = reader.get();
      reading = known;
    }
    return known;
  }

  private boolean isPassedOnAs(Reading inner, LoopEngine engine) {
    return session().equals(inner.session())
        && inner.calls().stream()
            .allMatch(
                call ->
                    reading().calls().stream().anyMatch(outer -> call.continues(outer, engine)));
  }
}
