package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.ThreadFrames.DispatchedCall;
import io.loopsentinel.agent.guard.ThreadFrames.ToolFrame;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.ToolCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a nested dispatch of one call (a decorator, {@code super}, an interface default calling on,
 * one framework calling another) from a new call. Thread-safe.
 */
final class Nesting {

  /**
   * A call that is about to be dispatched.
   *
   * @param tool the tool's name in full
   * @param arguments its arguments
   * @param call its identity
   */
  record Candidate(String tool, @Nullable Object arguments, ToolCall call) {

    private DispatchedCall remembered() {
      return new DispatchedCall(tool, call.fingerprint());
    }
  }

  private final Engine engine;

  Nesting(Engine engine) {
    this.engine = engine;
  }

  /** Returns the frame of a dispatch; it begins when {@link ThreadFrames#call} is set to it. */
  ToolFrame frame(ThreadFrames frames, Object session, Candidate call) {
    return frame(frames, session, List.of(call));
  }

  /** Returns the frame of a dispatch of several calls at once. */
  ToolFrame frame(ThreadFrames frames, Object session, List<Candidate> calls) {
    List<DispatchedCall> dispatched = new ArrayList<>(calls.size());
    for (Candidate call : calls) {
      dispatched.add(call.remembered());
    }
    ToolFrame outer = frames.call;
    int level = outer != null && isWithin(outer, session, calls) ? outer.level() + 1 : 0;
    return new ToolFrame(session, dispatched, level, outer);
  }

  private boolean isWithin(ToolFrame outer, Object session, List<Candidate> calls) {
    if (!outer.session().equals(session)) {
      return false;
    }
    for (Candidate call : calls) {
      if (!isWithin(outer, call)) {
        return false;
      }
    }
    return true;
  }

  private boolean isWithin(ToolFrame outer, Candidate call) {
    for (DispatchedCall each : outer.calls()) {
      if (each.fingerprint().equals(call.call().fingerprint()) || isRenamed(each, call)) {
        return true;
      }
    }
    return false;
  }

  /** Whether only the name is another one, with a prefix in front of it or without. */
  private boolean isRenamed(DispatchedCall outer, Candidate call) {
    return PrefixedNames.areOfOneTool(outer.tool(), call.tool())
        && engine
            .identify(outer.tool(), call.arguments())
            .fingerprint()
            .equals(outer.fingerprint());
  }
}
