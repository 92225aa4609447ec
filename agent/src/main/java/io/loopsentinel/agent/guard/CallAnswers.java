package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.SessionKeys;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.response.LoopErrorDetails;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RunEnds;
import io.loopsentinel.engine.session.RunEnds.PendingEnd;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.link.LinkedTarget;
import io.loopsentinel.targets.link.LinkedTarget.Substitution;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls that are not run, and calls whose run has ended, with a text for the model, so that
 * each call in the conversation has an answer.
 */
record CallAnswers(GuardContext context, LinkedTarget target, boolean arePossible) {

  /** The answer to a call, or the problem why it could not be built; both may be {@code null}. */
  record Built(Verdict.@Nullable Return answer, @Nullable String problem) {

    static final Built NONE = new Built(null, null);
  }

  CallAnswers(GuardContext context, LinkedTarget target) {
    this(context, target, !target.isBatch() && target.hint().isPossible());
  }

  private LoopEngine engine() {
    return context.engine();
  }

  private boolean mayEndLater() {
    return arePossible
        && !target.method().target().abortsAtCall()
        && engine().runEnds().areEnabled();
  }

  /**
   * Returns whether {@link #ofInnerEnd} may answer a call. It may not if an abort has to end the
   * session, because such a framework repeats a refused request.
   */
  boolean mayOutliveInnerEnds() {
    return mayEndLater() && !target.method().target().endsSession();
  }

  /**
   * Returns the session whose next request can end the run instead of the call. This is the run by
   * which requests are known, if they are seen, otherwise the session of the call. It is never a
   * thread, whose next request may be another user's.
   *
   * @return the session; {@code null} if the run ends at the call
   */
  @Nullable Object endingLater(DispatchedCall call) {
    if (!mayEndLater() || SessionKeys.isOfThread(call.session())) {
      return null;
    }
    RunEnds ends = engine().runEnds();
    Object run = call.environment().requestingRun();
    if (run != null && !SessionKeys.isOfThread(run) && ends.canDefer(run)) {
      return run;
    }
    return ends.canDefer(call.session()) ? call.session() : null;
  }

  private @Nullable PendingEnd pending(DispatchedCall call) {
    RunEnds ends = engine().runEnds();
    PendingEnd end = ends.pending(call.session());
    Object run = end != null ? null : call.environment().requestingRun();
    return run == null || run.equals(call.session()) ? end : ends.pending(run);
  }

  /**
   * Answers a call that comes between the end of its run and the next request.
   *
   * @return the verdict; {@code null} if the run has not ended or there is no answer
   */
  Verdict.@Nullable Return afterEnd(DispatchedCall call) {
    PendingEnd end = arePossible ? pending(call) : null;
    if (end == null) {
      return null;
    }
    call.environment().count = end.error().count();
    Verdict.Return answer = build(call, Messages.afterEnd()).answer();
    if (answer != null) {
      Attribution labels = call.subject().attribution(engine());
      Statistics statistics = context.telemetry().statistics();
      statistics.calledBy(labels);
      statistics.stopped(call.call().tool(), end.error().detector(), labels);
      context.traces().afterEnd(call, end.error().detector());
    }
    return answer;
  }

  /**
   * Answers a call that failed because a run within it was aborted, as when the tool is an agent.
   * The run of the call itself ends with an equal error at its next request.
   *
   * @return the verdict; {@code null} if the call failed for another reason, or its own run was
   *     aborted or cannot end later
   */
  Verdict.@Nullable Return ofInnerEnd(DispatchedCall call, Throwable thrown) {
    ToolLoopError error = ToolLoopError.findIn(thrown).orElse(null);
    if (error == null
        || error.session().equals(Printable.name(call.session()))
        || !mayOutliveInnerEnds()) {
      return null;
    }
    Object ending = endingLater(call);
    if (ending == null) {
      return null;
    }
    call.environment().count = error.count();
    Verdict.Return answer = build(call, Messages.innerEnd()).answer();
    if (answer != null) {
      PendingEnd end = new PendingEnd(LoopErrorDetails.of(error), false);
      engine().runEnds().defer(ending, end);
      context.reports().log().innerEnd(call.subject(), error);
    }
    return answer;
  }

  /** Builds the answer to a call from a text for the model. */
  Built build(DispatchedCall stopped, String message) {
    CallEnvironment environment = stopped.environment();
    environment.message = message;
    try {
      Substitution hint = target.hint();
      Object value = hint.value(environment, message);
      return new Built(
          value == null ? null : new Verdict.Return(LaterResult.synthetic(hint.type(), value)),
          null);
    } catch (VirtualMachineError error) {
      throw error;
    } catch (Throwable unfit) {
      // If the call ran instead, the loop would continue.
      if (!Substitution.isCast(unfit)) {
        String consequence = "no hint is given, an error that says so is thrown";
        context.report(environment, "result", consequence, unfit);
      }
      String problem = target.method().explain(unfit);
      return new Built(null, problem == null ? unfit.getClass().getTypeName() : problem);
    }
  }
}
