package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.guard.CallAnswers.Hint;
import io.loopsentinel.agent.guard.DispatchOutcome.RunningCall;
import io.loopsentinel.agent.link.LinkedTarget;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.response.LoopErrorDetails;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.RunEnds.PendingEnd;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that dispatches a tool call, or several at once.
 *
 * <p>Several run together or not at all: a method that was asked for three results cannot return
 * two. So where one of them is stopped, be it by a hint, the whole method throws.
 */
final class ToolGuard extends MethodGuard {

  private static final Answer NOT_ASKED = Answer.none("it cannot wait");

  private final FieldAccess access;
  private final boolean batch;
  private final boolean awaits;
  private final DispatchReader reader;
  private final CallAnswers answers;

  /** What was dispatched, and what is in force on the thread that did. */
  private record Dispatch(ThreadFrames frames, ToolFrame frame, List<GuardedCall> calls) {}

  ToolGuard(GuardContext context, LinkedTarget target, FieldAccess access) {
    super(context, target);
    this.access = access;
    this.batch = target.isBatch();
    this.reader = new DispatchReader(target, engine, batch);
    this.answers = new CallAnswers(context, target);
    this.awaits = !method.result().hidesValue() && !method.result().mayComeLater();
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, CallEnvironment environment) throws Throwable {
    CheckRecorder.Check check = context.telemetry().checks().begin();
    List<@Nullable String> names = target.read(Reading.TOOL_NAME, environment, reader::names);
    if (names == null) {
      return null; // As profiles say it: this is no call of a tool.
    }
    String only = batch ? null : names.get(0);
    if (only != null && engine.isExempt(only)) {
      ToolFrame exempt =
          ToolFrame.ofExempt(environment, () -> readExempt(environment, names), awaits);
      return new PendingCall(this, frames, exempt, null, exemptOutcome(environment, names)).begin();
    }
    List<GuardedCall> calls = reader.read(environment, names);
    if (calls.isEmpty()) {
      return null;
    }
    ToolFrame frame =
        ToolFrame.of(engine, calls, frames.active.call(), awaits, reportsNestedFailure());
    if (frame.isNested()) {
      return new PendingCall(this, frames, frame, null, nestedOutcome(frame, environment)).begin();
    }
    calls.forEach(this::count);
    Object answer = answers.afterEnd(calls.get(0));
    if (answer != null) {
      if (check != null) {
        check.end(method.target().name(), calls.get(0).session(), calls.get(0).name(), "abort");
      }
      return answer;
    }
    List<Ruling> rulings = judge(calls);
    for (int i = 0; i < rulings.size(); i++) {
      Attribution whose = attribution(calls.get(i), rulings.get(i));
      statistics.calledBy(whose.agent());
      statistics.judged(whose.labels().keySet());
    }
    if (check != null) {
      Ruling strictest =
          rulings.stream()
              .filter(Ruling.Found.class::isInstance)
              .max(Comparator.comparing(ruling -> ((Ruling.Found) ruling).action()))
              .orElse(null);
      GuardedCall last = calls.get(rulings.size() - 1);
      end(check, last.session(), last.call().tool(), strictest);
    }
    Dispatch dispatch = new Dispatch(frames, frame, calls);
    return last(rulings) instanceof Ruling.Found found && found.action() == Action.ASK
        ? ask(dispatch, rulings, found)
        : decide(dispatch, rulings, null);
  }

  /** Asks the engine, and lets the application decide about a finding. */
  private List<Ruling> judge(List<GuardedCall> calls) {
    GuardedCall first = calls.get(0);
    return calls.size() > 1
        ? engine.judgeBatch(first.session(), calls.stream().map(GuardedCall::call).toList())
        : List.of(decided(first, engine.judge(first.session(), first.call())));
  }

  /** Returns the last ruling. If it stops its call, no call runs. */
  private static Ruling last(List<Ruling> rulings) {
    return rulings.get(rulings.size() - 1);
  }

  /** Does with calls what is decided about them; {@code words} are a person's for a hint. */
  private Object decide(Dispatch dispatch, List<Ruling> rulings, @Nullable String words)
      throws Throwable {
    return last(rulings) instanceof Ruling.Found found && !found.action().runsCall()
        ? stop(dispatch.calls(), rulings, found, words)
        : run(dispatch.frames(), dispatch.frame(), dispatch.calls(), rulings);
  }

  /** Lets a call wait for a person, if it can and not too many wait. */
  private Object ask(Dispatch dispatch, List<Ruling> rulings, Ruling.Found found)
      throws Throwable {
    GuardedCall call = dispatch.calls().get(0);
    boolean single = dispatch.calls().size() == 1;
    boolean blocks = !method.result().hidesValue();
    DeferredCall deferred =
        single && !blocks ? DeferredCall.of(this, access, call.environment()) : null;
    boolean waits = single && (blocks || deferred != null);
    Questions questions = context.questions();
    PendingQuestion question =
        waits
            ? questions.ask(
                next(NOT_ASKED, found),
                asked -> context.reports().waiting(found, call.subject(), asked))
            : null;
    if (question == null) {
      return resume(dispatch, rulings, null, NOT_ASKED);
    }
    context.telemetry().events().publish(question.event());
    if (deferred == null) {
      return resume(dispatch, rulings, question, questions.await(question));
    }
    deferred.await(
        dispatch.frames().active,
        questions,
        question,
        (frames, answer) -> {
          Dispatch later = new Dispatch(frames, dispatch.frame(), dispatch.calls());
          return resume(later, rulings, question, answer);
        });
    return Optional.ofNullable(deferred.result().value());
  }

  /** Does with a call what a person, or the next rung where nobody has answered, says. */
  private Object resume(
      Dispatch dispatch,
      List<Ruling> asked,
      @Nullable PendingQuestion question,
      Answer answer)
      throws Throwable {
    Ruling.Found found = (Ruling.Found) last(asked);
    Action next = next(answer, found);
    // The calls of a batch before it were withdrawn with it, so none of them can run any more.
    boolean canRun = dispatch.calls().size() == 1;
    Action done = next.runsCall() && !canRun ? Action.ABORT : next;
    GuardedCall call = dispatch.calls().get(asked.size() - 1);
    Ruling.Found resumed = engine.resume(call.session(), call.call(), found, done);
    List<Ruling> rulings = new ArrayList<>(asked);
    rulings.set(rulings.size() - 1, resumed);
    if (question != null) {
      Reports.Subject subject = dispatch.calls().get(0).subject();
      subject.environment().question = question.answered(answer);
      context.reports().answered(answer, subject, resumed);
      if (done.runsCall()) {
        context.questions().done(question.question().id(), done);
      }
    }
    String words = answer.text() == null ? null : Messages.ofOperator(answer.text());
    return decide(dispatch, rulings, words);
  }

  private Action next(Answer answer, Ruling.Found found) {
    boolean observes = engine.controls().mode() == Mode.OBSERVE;
    Action next = answer.action(observes ? Action.OBSERVE : found.decisive().next());
    return next == Action.HINT && !answers.arePossible() ? Action.ABORT : next;
  }

  /** Lets the application decide about a finding. */
  private Ruling decided(GuardedCall call, Ruling ruling) {
    if (batch || !(ruling instanceof Ruling.Found found)) {
      return ruling;
    }
    Veto veto = Veto.of(context, call, found);
    call.environment().veto = veto;
    if (veto == null || veto.action() == found.action()) {
      return ruling;
    }
    if (found.action() == Action.TERMINATE) {
      engine.reopen(call.session());
    }
    boolean isAllowed = veto.action().runsCall() && !found.action().runsCall();
    RecordedCall recorded =
        isAllowed ? engine.allow(call.session(), call.call()).recorded() : found.recorded();
    return found.with(veto.action(), recorded);
  }

  /** To learn no more than that a call threw, no result that comes later is wrapped. */
  private boolean reportsNestedFailure() {
    return !batch && (target.get(Reading.FAILED) != null || awaits);
  }

  /** A decorator may make a text of a failure: what it passes the call on to knows of it. */
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

  /** An exempt call is not judged, but an agent that is a tool may be exempt. */
  private PendingCall.@Nullable OutcomeJudge exemptOutcome(
      CallEnvironment environment, List<@Nullable String> names) {
    return answers.mayOutliveInnerEnds()
        ? PendingCall.OutcomeJudge.answering(
            thrown ->
                ToolLoopError.findIn(thrown).isPresent()
                    ? answers.ofInnerEnd(reader.read(environment, names).get(0), thrown)
                    : null)
        : null;
  }

  private ToolFrame.Dispatched readExempt(
      CallEnvironment environment, List<@Nullable String> names) {
    try {
      List<GuardedCall> calls = reader.read(environment, names);
      return new ToolFrame.Dispatched(calls, calls.get(0).session());
    } catch (Throwable failure) {
      context.report(
          context.located(
              method, null, failure, "what this exempt call is passed on to is judged"));
      return new ToolFrame.Dispatched(List.of(), environment.impliedSession());
    }
  }

  private void count(GuardedCall call) {
    statistics.called();
    if (!call.call().isComparable()) {
      context.report(
          new LocatedFailure(
              method.describe(),
              "the arguments are too large or too deep to be compared",
              "such a call is not judged by its arguments",
              new IllegalArgumentException("arguments")));
    }
  }

  /** Returns the labels of a call; a recorded call knows its session. */
  private Attribution attribution(GuardedCall call, Ruling ruling) {
    RecordedCall recorded = ruling.recorded();
    return recorded == null ? call.subject().attribution(engine) : recorded.attribution();
  }

  private Object stop(
      List<GuardedCall> calls, List<Ruling> rulings, Ruling.Found found, @Nullable String words)
      throws Throwable {
    GuardedCall stopped = calls.get(rulings.size() - 1);
    LoopReport report = stopped.report(engine, found.decisive());
    stopped.environment().count = report.finding().count();
    boolean hints = found.action() == Action.HINT && answers.arePossible();
    boolean defers = found.action() != Action.HINT && answers.canEndLater(stopped);
    Hint built =
        hints
            ? answers.hint(stopped, text(stopped, report, words))
            : defers ? answers.hint(stopped, lastText(stopped, report, words)) : Hint.NONE;
    Object hint = built.verdict();
    boolean hinted = hints && hint != null;
    boolean deferred = defers && hint != null;
    boolean terminated =
        !hinted && (found.action() == Action.TERMINATE || method.target().endsSession());
    if (terminated) {
      engine.end(stopped.session(), found);
    }
    if (deferred) {
      engine
          .runEnds()
          .defer(
              stopped.session(),
              new PendingEnd(LoopErrorDetails.of(report, terminated), terminated));
    }
    Action done = hinted ? Action.HINT : terminated ? Action.TERMINATE : Action.ABORT;
    for (int i = 0; i < rulings.size(); i++) {
      if (rulings.get(i) instanceof Ruling.Found each) {
        String tool = calls.get(i).call().tool();
        String agent = attribution(calls.get(i), each).agent();
        statistics.stopped(tool, each.decisive().finding().detector(), agent);
        report(each, calls.get(i), done, false, deferred);
      }
    }
    if (hinted) {
      context.reports().hinted(found, stopped.subject(), report, words);
    }
    LoopEvent.Question question = stopped.environment().question;
    if (question != null) {
      context.questions().done(question.id(), done);
    }
    context.traces().stopped(calls, rulings, done);
    return hint != null
        ? hint
        : context.refusal(target, stopped.environment(), report, terminated, built.problem());
  }

  private String text(GuardedCall stopped, LoopReport report, @Nullable String words) {
    List<String> texts = new ArrayList<>();
    texts.add(
        words == null ? Veto.text(stopped.environment(), () -> Messages.hint(report)) : words);
    OperatorWords.carry(context, stopped.session(), texts::add, "hint");
    return String.join("\n\n", texts);
  }

  private static String lastText(GuardedCall stopped, LoopReport report, @Nullable String words) {
    return words == null
        ? Veto.text(stopped.environment(), () -> Messages.lastHint(report), Messages::ending)
        : Messages.ending(words);
  }

  private PendingCall run(
      ThreadFrames frames, ToolFrame frame, List<GuardedCall> calls, List<Ruling> rulings) {
    List<RunningCall> running = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      GuardedCall call = calls.get(i);
      Ruling ruling = rulings.get(i);
      String warning = ruling instanceof Ruling.Found found ? warning(call, found) : null;
      Traces.CallTrace trace = context.traces().began(call, ruling);
      running.add(new RunningCall(call, ruling.recorded(), warning, trace));
    }
    DispatchOutcome outcome = new DispatchOutcome(context, target, frame, running, answers);
    return new PendingCall(this, frames, frame, null, outcome).begin();
  }

  private @Nullable String warning(GuardedCall call, Ruling.Found found) {
    boolean warns = found.action() == Action.WARN;
    String warning =
        warns
            ? Veto.text(
                call.environment(), () -> Messages.warning(call.report(engine, found.decisive())))
            : null;
    boolean told = batch && warning != null && engine.turns().keepWarning(call.session(), warning);
    report(found, call, found.action(), told, false);
    return batch ? null : warning;
  }

  private void report(
      Ruling.Found found, GuardedCall call, Action done, boolean told, boolean deferred) {
    Function<Detection, String> words =
        batch ? FindingWords.ofBatch(done, told) : FindingWords.ofCall(found, done, deferred);
    context.reports().found(found, call.subject(), done, Veto.described(call.environment(), words));
  }
}
