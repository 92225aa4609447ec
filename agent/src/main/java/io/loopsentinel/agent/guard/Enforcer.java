package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.guard.CallAnswers.Built;
import io.loopsentinel.agent.guard.DispatchOutcome.AwaitedCall;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.JudgedCalls;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.guard.report.FindingWords;
import io.loopsentinel.agent.guard.report.Traces;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopErrorDetails;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RunEnds.PendingEnd;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the decisions about the calls of a dispatch.
 *
 * <p>Several calls run together or not at all: a method that was asked for three results cannot
 * return two. So if one of them is stopped, even by a hint, the whole method throws.
 */
record Enforcer(MethodGuard guard, CallAnswers answers) {

  /**
   * Runs or stops the calls.
   *
   * @param words the text of a hint from a person; {@code null} for the default text
   */
  Verdict enforce(ThreadFrames frames, JudgedCalls judged, @Nullable String words)
      throws Throwable {
    return judged.last() instanceof Decision.Found found && !found.action().runsCall()
        ? stop(judged, found, words)
        : run(frames, judged);
  }

  /** Stops the calls; the last decision says why. */
  Verdict stop(JudgedCalls judged, Decision.Found found, @Nullable String words) throws Throwable {
    GuardContext context = guard.context;
    LoopEngine engine = guard.engine;
    List<Decision> decisions = judged.decisions();
    DispatchedCall stopped = judged.lastCall();
    LoopReport report = stopped.report(engine, found.decisive());
    stopped.environment().count = report.finding().count();
    boolean hints = found.action() == Action.HINT && answers.arePossible();
    Object ending = found.action() == Action.HINT ? null : answers.endingLater(stopped);
    Built built =
        hints
            ? answers.build(stopped, text(stopped, report, words))
            : ending != null
                ? answers.build(stopped, lastText(stopped, report, words))
                : Built.NONE;
    Verdict answer = built.answer();
    boolean hinted = hints && answer != null;
    boolean deferred = ending != null && answer != null;
    boolean terminated =
        !hinted && (found.action() == Action.TERMINATE || guard.method.target().endsSession());
    if (terminated) {
      engine.end(stopped.session(), found);
    }
    if (ending != null && answer != null) {
      PendingEnd end = new PendingEnd(LoopErrorDetails.of(report, terminated), terminated);
      engine.runEnds().defer(ending, end);
    }
    Action done = hinted ? Action.HINT : terminated ? Action.TERMINATE : Action.ABORT;
    for (int i = 0; i < decisions.size(); i++) {
      if (decisions.get(i) instanceof Decision.Found each) {
        DispatchedCall call = judged.calls().get(i);
        String detector = each.decisive().finding().detector();
        guard.statistics.stopped(call.call().tool(), detector, call.attribution(engine, each));
        report(each, call, done, false, deferred);
      }
    }
    if (hinted) {
      context.reports().hinted(found, stopped.subject(), report, words);
    }
    LoopEvent.Question question = stopped.environment().question;
    if (question != null) {
      context.questions().done(question.id(), done);
    }
    context.hooks().after(stopped.environment(), "stopped");
    context.traces().stopped(judged.calls(), decisions, done);
    return answer != null
        ? answer
        : new Verdict.Throw(
            context.refusal(
                guard.target,
                stopped.environment(),
                LoopErrors.error(report, terminated, built.problem())));
  }

  private String text(DispatchedCall stopped, LoopReport report, @Nullable String words) {
    List<String> texts = new ArrayList<>();
    texts.add(
        words == null ? Veto.text(stopped.environment(), () -> Messages.hint(report)) : words);
    OperatorWords.carry(
        guard.context, stopped.environment(), stopped.session(), texts::add, "hint");
    return String.join("\n\n", texts);
  }

  private static String lastText(
      DispatchedCall stopped, LoopReport report, @Nullable String words) {
    return words == null
        ? Veto.text(stopped.environment(), () -> Messages.lastHint(report), Messages::ending)
        : Messages.ending(words);
  }

  private PendingCall run(ThreadFrames frames, JudgedCalls judged) {
    List<DispatchedCall> calls = judged.calls();
    List<AwaitedCall> awaited = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      guard.engine.keptResults().called(calls.get(i).call().tool());
      awaited.add(begin(judged, i));
    }
    DispatchOutcome outcome =
        new DispatchOutcome(guard.context, guard.target, judged.frame(), awaited, true, null);
    ThreadFrames.Active own = new ThreadFrames.Active(judged.frame(), null, null);
    return new PendingCall(guard, frames, own, outcome)
        .answeredBy(
            answers.mayOutliveInnerEnds()
                ? thrown -> answers.ofInnerEnd(calls.get(0), thrown)
                : null)
        .claiming(SubscribedEffects.of(this, judged))
        .begin();
  }

  /** Reports a call that gets a result, and begins its trace. */
  AwaitedCall begin(JudgedCalls judged, int index) {
    DispatchedCall call = judged.calls().get(index);
    Decision decision = judged.decisions().get(index);
    String warning = decision instanceof Decision.Found found ? warning(call, found) : null;
    Traces.CallTrace trace = guard.context.traces().began(call, decision);
    return new AwaitedCall(call, decision.recorded(), warning, trace);
  }

  private @Nullable String warning(DispatchedCall call, Decision.Found found) {
    LoopEngine engine = guard.engine;
    boolean batch = guard.target.isBatch();
    String warning =
        found.action() == Action.WARN
            ? Veto.text(
                call.environment(), () -> Messages.warning(call.report(engine, found.decisive())))
            : null;
    boolean kept = batch && warning != null && engine.turns().keepWarning(call.session(), warning);
    report(found, call, found.action(), kept, false);
    return batch ? null : warning;
  }

  private void report(
      Decision.Found found, DispatchedCall call, Action done, boolean warns, boolean deferred) {
    Function<Detection, String> words =
        guard.target.isBatch()
            ? FindingWords.ofBatch(done, warns)
            : FindingWords.ofCall(found, done, deferred);
    guard
        .context
        .reports()
        .found(found, call.subject(), done, Veto.described(call.environment(), words));
  }
}
