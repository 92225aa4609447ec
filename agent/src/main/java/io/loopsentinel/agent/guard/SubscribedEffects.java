package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.JudgedCalls;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects of calls whose result is a source. They begin with each subscription and not before,
 * because a source without a subscriber does not run.
 */
record SubscribedEffects(Enforcer enforcer, JudgedCalls judged) {

  /** Returns the effects of calls that run; {@code null} if none may happen only once. */
  static @Nullable SubscribedEffects of(Enforcer enforcer, JudgedCalls judged) {
    for (Decision each : judged.decisions()) {
      RecordedCall recorded = each.recorded();
      if (recorded != null && recorded.claim() != null) {
        return new SubscribedEffects(enforcer, judged);
      }
    }
    return null;
  }

  /** Releases the effects to other calls until a subscription begins. */
  void postpone() {
    postpone(judged.decisions());
  }

  private void postpone(List<Decision> decisions) {
    for (Decision each : decisions) {
      RecordedCall recorded = each.recorded();
      if (recorded != null) {
        enforcer.guard().engine.notBegun(recorded);
      }
    }
  }

  /** Claims the effects for a subscription; returns {@code null} if the calls may run. */
  @Nullable Verdict begin() throws Throwable {
    List<Decision> begun = new ArrayList<>();
    for (Decision each : judged.decisions()) {
      RecordedCall recorded = each.recorded();
      Object session = judged.calls().get(begun.size()).session();
      Decision.Found refused =
          recorded == null ? null : enforcer.guard().engine.begin(session, recorded);
      if (refused != null && !refused.action().runsCall()) {
        postpone(begun);
        begun.add(refused);
        return enforcer.stop(new JudgedCalls(judged.frame(), judged.calls(), begun), refused, null);
      }
      begun.add(each);
    }
    return null;
  }
}
