package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.session.LoopEngine;
import java.util.List;

/**
 * Tells a nested dispatch of one call (a decorator, {@code super}, an interface default calling on,
 * one framework calling another) from a new call. Thread-safe.
 */
final class Nesting {

  private final LoopEngine engine;

  Nesting(LoopEngine engine) {
    this.engine = engine;
  }

  /** Places a dispatch; it begins when {@link ThreadFrames#call} is set to it. */
  void place(ReadFrame frame, ThreadFrames frames, Object session) {
    ToolFrame outer = frames.call;
    int level = outer != null && isWithin(outer, session, frame.calls()) ? outer.level() + 1 : 0;
    frame.place(level, outer);
  }

  private boolean isWithin(ToolFrame outer, Object session, List<GuardedCall> calls) {
    if (!outer.session().equals(session)) {
      return false;
    }
    return calls.stream().allMatch(each -> isWithin(outer, each));
  }

  private boolean isWithin(ToolFrame outer, GuardedCall call) {
    return outer.calls().stream()
        .anyMatch(each -> each.call().isSameAs(call.call()) || isRenamed(each, call));
  }

  /** Whether only the name is another one, with a prefix in front of it or without. */
  private boolean isRenamed(GuardedCall outer, GuardedCall call) {
    return PrefixedNames.areOfOneTool(outer.name(), call.name())
        && engine.identify(outer.name(), call.arguments()).isSameAs(outer.call());
  }
}
