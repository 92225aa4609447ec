package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.JudgedCalls;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.ToolFrame;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that dispatches one or more tool calls: reads the calls, obtains decisions about
 * them, and enforces these.
 */
final class ToolGuard extends MethodGuard {

  private final boolean batch;
  private final boolean awaits;
  private final CallReader reader;
  private final Decider decider;
  private final CallAnswers answers;
  private final Enforcer enforcer;
  private final CallQuestions questions;
  private final ReusedCalls reused;

  ToolGuard(GuardContext context, LinkedTarget target, FieldAccess access) {
    super(context, target);
    this.batch = target.isBatch();
    this.reader = new CallReader(context, target);
    this.decider = new Decider(context, batch);
    this.answers = new CallAnswers(context, target);
    this.enforcer = new Enforcer(this, answers);
    this.questions = new CallQuestions(this, access, answers, enforcer);
    this.reused = new ReusedCalls(this, access, enforcer);
    this.awaits = !method.result().hidesValue() && !method.result().mayComeLater();
  }

  @Override
  @Nullable Verdict decide(ThreadFrames frames, CallEnvironment environment) throws Throwable {
    CheckRecorder.Check check = context.telemetry().checks().begin();
    List<@Nullable String> names = reader.names(environment);
    if (names == null) {
      return null; // With null, a profile says that this is not a tool call.
    }
    String only = batch ? null : names.get(0);
    if (only != null && engine.reading().isExempt(only)) {
      return runExempt(frames, environment, names);
    }
    List<DispatchedCall> calls = reader.read(environment, names);
    if (calls.isEmpty()) {
      return null;
    }
    ToolFrame frame =
        ToolFrame.of(engine, calls, frames.active.call(), awaits, reportsNestedFailure());
    if (frame.isNested()) {
      return pendingCall(frames, frame, nestedOutcome(frame, environment)).begin();
    }
    calls.forEach(this::count);
    context
        .hooks()
        .before(
            environment,
            batch ? "batch" : "tool",
            () -> calls.stream().map(DispatchedCall::subject).toList());
    Verdict answer = answers.afterEnd(calls.get(0));
    if (answer != null) {
      context.hooks().after(environment, "stopped");
      if (check != null) {
        check.end(method.target().name(), calls.get(0).session(), calls.get(0).name(), "abort");
      }
      return answer;
    }
    JudgedCalls judged = new JudgedCalls(frame, calls, decider.decide(calls));
    record(check, judged);
    Verdict earlier = reused.answer(frames, judged);
    if (earlier != null) {
      context.hooks().after(environment, "reused");
      return earlier;
    }
    judged = decider.withoutReuse(judged);
    return judged.last() instanceof Decision.Found found && found.action() == Action.ASK
        ? questions.ask(frames, judged, found)
        : enforcer.enforce(frames, judged, null);
  }

  private void count(DispatchedCall call) {
    statistics.count(Count.CALLS, call.call().tool());
    if (!call.call().isComparable()) {
      context.report(
          new LocatedFailure(
              method.describe(),
              "the arguments are too large or too deep to be compared",
              "such a call is not judged by its arguments",
              new IllegalArgumentException("arguments")));
    }
  }

  private void record(CheckRecorder.@Nullable Check check, JudgedCalls judged) {
    List<Decision> decisions = judged.decisions();
    for (int i = 0; i < decisions.size(); i++) {
      DispatchedCall call = judged.calls().get(i);
      statistics.calledBy(call.attribution(engine, decisions.get(i)));
      context.reports().judged(call);
    }
    if (check != null) {
      Decision strictest =
          decisions.stream()
              .filter(Decision.Found.class::isInstance)
              .max(Comparator.comparing(decision -> ((Decision.Found) decision).action()))
              .orElse(null);
      DispatchedCall last = judged.lastCall();
      end(check, last.session(), last.call().tool(), strictest);
    }
  }

  /** An exempt call is not judged, but an agent that is a tool may be exempt. */
  private PendingCall runExempt(
      ThreadFrames frames, CallEnvironment environment, List<@Nullable String> names) {
    String tool = String.valueOf(names.get(0));
    KeptResults kept = engine.keptResults();
    kept.called(tool);
    PendingCall.Answerer answerer =
        answers.mayOutliveInnerEnds()
            ? thrown ->
                ToolLoopError.findIn(thrown).isPresent()
                    ? answers.ofInnerEnd(reader.read(environment, names).get(0), thrown)
                    : null
            : null;
    PendingCall.OutcomeJudge outcome =
        kept.isWrite(tool) || answerer != null
            ? (returned, thrown, replaceable) -> {
              kept.called(tool);
              return returned;
            }
            : null;
    ToolFrame frame =
        ToolFrame.ofExempt(environment, () -> reader.readExempt(environment, names), awaits);
    return pendingCall(frames, frame, outcome).answeredBy(answerer).begin();
  }

  private PendingCall pendingCall(
      ThreadFrames frames, ToolFrame frame, PendingCall.@Nullable OutcomeJudge judge) {
    return new PendingCall(this, frames, new ThreadFrames.Active(frame, null, null), judge);
  }

  /** A result that comes later is not wrapped only to learn whether the call threw. */
  private boolean reportsNestedFailure() {
    return !batch && (target.get(Reading.FAILED) != null || awaits);
  }

  /**
   * A decorator may turn a failure into text; only the dispatch that it encloses sees the failure.
   */
  private PendingCall.@Nullable OutcomeJudge nestedOutcome(
      ToolFrame frame, CallEnvironment environment) {
    if (!reportsNestedFailure()) {
      return null;
    }
    return (returned, thrown, replaceable) -> {
      environment.returned = returned;
      environment.thrown = thrown;
      frame.propagateFailure(thrown != null || frame.hasFailed(target, environment));
      return returned;
    };
  }
}
