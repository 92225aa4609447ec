package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.JudgedCalls;
import io.loopsentinel.agent.guard.call.ListenerDecision;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;

/**
 * Obtains the engine's decisions about the calls of a dispatch; the application may change them.
 */
record Decider(GuardContext context, boolean batch) {

  /** Returns a decision for each call, or for the calls up to the one that is stopped. */
  List<Decision> decide(List<DispatchedCall> calls) {
    LoopEngine engine = context.engine();
    DispatchedCall first = calls.get(0);
    if (calls.size() > 1) {
      return engine.judgeBatch(first.session(), calls.stream().map(DispatchedCall::call).toList());
    }
    Decision decision = engine.judge(first.session(), first.call());
    return List.of(
        batch || !(decision instanceof Decision.Found found) ? decision : ofListener(first, found));
  }

  /**
   * Replaces a reuse for which there is no result by the action of the next rung. If that runs the
   * call, the later calls of its batch are judged, too.
   */
  JudgedCalls withoutReuse(JudgedCalls judged) {
    if (!(judged.last() instanceof Decision.Found found) || found.action() != Action.REUSE) {
      return judged;
    }
    Action after = found.decisive().next();
    Action next = after == Action.REUSE ? Action.WARN : after;
    JudgedCalls replaced = judged.withLast(found.with(next, null));
    if (!next.runsCall()) {
      return replaced;
    }
    List<Decision> decisions = new ArrayList<>(replaced.decisions());
    List<DispatchedCall> calls = judged.calls();
    List<DispatchedCall> later = calls.subList(decisions.size(), calls.size());
    JudgedCalls rest =
        later.isEmpty()
            ? null
            : withoutReuse(new JudgedCalls(judged.frame(), later, decide(later)));
    // If a later call is stopped, no call runs.
    boolean run =
        rest == null || !(rest.last() instanceof Decision.Found last) || last.action().runsCall();
    for (int i = 0; run && i < decisions.size(); i++) {
      Decision allowed = context.engine().allow(calls.get(i).session(), calls.get(i).call());
      Decision decision = decisions.get(i);
      decisions.set(
          i,
          decision instanceof Decision.Found each
              ? each.with(each.action(), allowed.recorded())
              : allowed);
    }
    decisions.addAll(rest == null ? List.of() : rest.decisions());
    return new JudgedCalls(judged.frame(), calls, decisions);
  }

  /** Lets the application change the decision about a finding. */
  private Decision ofListener(DispatchedCall call, Decision.Found found) {
    LoopEngine engine = context.engine();
    ListenerDecision decided = Veto.of(context, call, found);
    call.environment().listenerDecision = decided;
    if (decided == null || decided.action() == found.action()) {
      return found;
    }
    if (found.action() == Action.TERMINATE) {
      engine.reopen(call.session());
    }
    RecordedCall recorded = found.recorded();
    if (decided.action().runsCall() && !found.action().runsCall()) {
      recorded = engine.allow(call.session(), call.call()).recorded();
    } else if (recorded != null && !decided.action().runsCall()) {
      engine.notBegun(recorded);
    }
    return found.with(decided.action(), recorded);
  }
}
