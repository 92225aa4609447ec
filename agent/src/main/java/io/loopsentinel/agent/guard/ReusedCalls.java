package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.guard.DispatchOutcome.AwaitedCall;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.SessionKeys;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.reuse.KeptResult;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.link.LinkedTarget;
import io.loopsentinel.targets.link.LinkedTarget.Substitution;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.result.ReusableType;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls with the results of earlier equal calls, and keeps results.
 *
 * <p>A call that is so answered is judged as a call that ran: detectors see it and its outcome.
 *
 * @param arePossible whether the method has results that can be given again
 */
record ReusedCalls(MethodGuard guard, Enforcer enforcer, boolean arePossible) {

  ReusedCalls(MethodGuard guard, Enforcer enforcer) {
    this(
        guard,
        enforcer,
        !guard.target.isBatch()
            && ReusableType.whyNot(guard.method.result(), guard.target.reused() != null) == null);
  }

  /**
   * Answers a call with an earlier result. If there is none, the result of this call may be kept.
   *
   * @return the verdict; {@code null} if the call gets no earlier result
   */
  @Nullable Verdict answer(JudgedCalls judged) throws Throwable {
    Decision decision = judged.last();
    Action action = decision instanceof Decision.Found found ? found.action() : Action.OBSERVE;
    if (!arePossible || !(action.runsCall() || action == Action.REUSE)) {
      return null;
    }
    DispatchedCall call = judged.lastCall();
    KeptResults.Request request =
        guard.engine.reusable(
            call.session(), call.call(), call.attribution(guard.engine, decision), guard);
    if (request == null || isOfThread(call)) {
      return null;
    }
    KeptResult kept = request.find();
    Verdict answer = kept == null ? null : give(kept, judged);
    if (answer == null) {
      call.environment().reusable = request;
    }
    return answer;
  }

  /** A thread may serve many users. */
  private static boolean isOfThread(DispatchedCall call) {
    Reuse reuse = call.call().policy().limits().reuse();
    return reuse != null
        && reuse.per().equals(Budget.SESSION)
        && SessionKeys.isOfThread(call.session());
  }

  private @Nullable Verdict give(KeptResult kept, JudgedCalls judged) throws Throwable {
    DispatchedCall call = judged.lastCall();
    Object value = value(kept, call.environment());
    if (value == null) {
      return null;
    }
    AwaitedCall awaited = enforcer.begin(judged, 0);
    String sentence =
        kept.isReadAgainBy(call.session()) ? Messages.reused(call.call().tool()) : null;
    Object given =
        new DispatchOutcome(guard.context, guard.target, judged.frame(), awaited, sentence)
            .judge(value, null, true);
    guard.statistics.reused(call.call().tool(), kept.millis());
    return new Verdict.Return(
        given == null ? null : LaterResult.synthetic(guard.method.result(), given));
  }

  /** Returns a value for the application; {@code null} if it cannot be built. */
  private @Nullable Object value(KeptResult kept, CallEnvironment environment) {
    Object copy = new KeptData().copy(kept.value());
    Substitution reused = guard.target.reused();
    if (reused == null || copy == null) {
      return copy;
    }
    environment.earlier = copy;
    try {
      return reused.value(environment, "");
    } catch (VirtualMachineError error) {
      throw error;
    } catch (Throwable unfit) {
      guard.context.report(environment, "reused", "the call runs", unfit);
      return null;
    }
  }

  /**
   * Keeps the result of a call.
   *
   * @param returned the result of the method
   * @param output the output that was read from it
   */
  static void keep(
      KeptResults.Request request,
      DispatchedCall call,
      LinkedTarget target,
      @Nullable Object returned,
      @Nullable Object output) {
    boolean isBuilt = target.reused() != null;
    ResultType type = target.method().result();
    Object original = isBuilt ? output : returned;
    KeptData data = new KeptData();
    Object copy = data.copy(original);
    boolean fits =
        isBuilt
            || copy == original
            || (copy != null
                && type.accepts(copy)
                && (ReusableType.isJsonTree(copy.getClass())
                    || ReusableType.takesCopies(type.item())));
    if (copy != null && fits) {
      request.keep(copy, data.bytes(), call.session());
    }
  }
}
