package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.session.Decision;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a dispatch, and the decisions about them.
 *
 * @param decisions one for each call, or for the calls up to the one that is stopped
 */
public record JudgedCalls(ToolFrame frame, List<DispatchedCall> calls, List<Decision> decisions) {

  /** Returns the last decision. If it stops its call, no call runs. */
  public Decision last() {
    return decisions.get(decisions.size() - 1);
  }

  /** Returns the call that the last decision is about. */
  public DispatchedCall lastCall() {
    return calls.get(decisions.size() - 1);
  }

  public JudgedCalls withLast(Decision other) {
    List<Decision> changed = new ArrayList<>(decisions);
    changed.set(changed.size() - 1, other);
    return new JudgedCalls(frame, calls, changed);
  }
}
