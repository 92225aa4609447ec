package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.agent.guard.call.SessionKeys;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.ToolFrame;
import io.loopsentinel.agent.guard.call.TurnFrame;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.guard.report.FindingWords;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.RequestedCall;
import io.loopsentinel.engine.session.RunEnds.PendingEnd;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that makes one request to a model. Has the engine judge the response and its tool
 * calls, adds waiting warnings to the request, and refuses requests of a terminated session.
 */
final class TurnGuard extends MethodGuard {

  private final TurnReadings readings;
  private final LinkedTarget.@Nullable Injection injection;
  private final @Nullable ErrorCallback errorCallback;

  TurnGuard(GuardContext context, LinkedTarget target) {
    super(context, target);
    this.readings = new TurnReadings(target);
    this.injection = target.injection();
    this.errorCallback = ErrorCallback.of(context, target);
  }

  @Override
  @Nullable Verdict decide(ThreadFrames frames, CallEnvironment environment) throws Throwable {
    Verdict verdict = begin(frames, environment);
    if (!(verdict instanceof PendingCall)) {
      context.hooks().after(environment, verdict == null ? "unseen" : "stopped");
    }
    return errorCallback == null ? verdict : errorCallback.after(verdict, environment);
  }

  @Override
  Verdict deliver(CallEnvironment environment, Throwable error) {
    return errorCallback == null
        ? super.deliver(environment, error)
        : errorCallback.deliver(environment, error);
  }

  private @Nullable Verdict begin(ThreadFrames frames, CallEnvironment environment)
      throws Throwable {
    Object key = environment.readSession(target.get(Reading.SESSION));
    // A tool's own request to a model is not the next request of the agent.
    ToolFrame tool = frames.active.call();
    boolean isOfTool = tool != null && tool.session().equals(key);
    if (tool != null) {
      tool.modelAsked();
    }
    TurnFrame outer = frames.active.turn();
    if (outer == null || !outer.isForwardedBy(target, key)) {
      CallSubject asked = new CallSubject(environment, key, null, null);
      context.hooks().before(environment, "turn", () -> List.of(asked));
    }
    PendingEnd end = isOfTool ? null : engine.runEnds().take(key);
    Decision.Found ended =
        target.isKnownAtEntry()
            ? engine.turns().judgeResponse(key, environment.attribution)
            : engine.turns().judgeNext(key, environment.attribution);
    if (ended != null) {
      CallSubject subject = new CallSubject(environment, key, null, null);
      reportTurn(ended, subject, false);
      context.reports().refused(ended);
      if (ended.action() != Action.OBSERVE) {
        return new Verdict.Throw(refuse(environment, subject, ended, end));
      }
    }
    if (end != null) {
      countPaid(environment, key);
      return new Verdict.Throw(context.refusal(target, environment, end.error().toError()));
    }
    if (!isOfTool) {
      Throwable stop = judgeUndispatched(environment, key);
      if (stop != null) {
        return new Verdict.Throw(stop);
      }
    }
    ProviderBreakers.Turn turn = beginAtProvider(environment, key);
    Throwable unavailable = turn == null ? null : turn.refusal();
    if (unavailable != null) {
      return new Verdict.Throw(context.refusal(target, environment, unavailable));
    }
    if (!isOfTool && injection != null) {
      inject(injection, environment, key);
    }
    if (!isOfTool && !target.isKnownAtEntry()) {
      engine.turns().asked(key);
    }
    boolean isJudged = !target.seesRequestOnly();
    if (!isJudged && turn == null) {
      return null;
    }
    // The requests of a thread need not belong to one conversation.
    boolean isOfConversation = !isOfTool && !SessionKeys.isOfThread(key);
    if (target.isKnownAtEntry()) {
      ModelTurn response = judge(environment, key, isOfConversation);
      context.hooks().after(environment, 0, "returned", response.text());
      // The method handles a response, possibly on a thread of an HTTP client that belongs to no
      // run. Its calls belong to the session of the response.
      return beginRun(frames, key, environment.attribution.labels(), false);
    }
    TurnFrame frame = new TurnFrame(target, key, frames.active.turn());
    if (isJudged) {
      frame.markOuterForwarded();
    }
    PendingCall.OutcomeJudge judge =
        new PendingCall.OutcomeJudge() {
          @Override
          public @Nullable Object judge(
              @Nullable Object returned, @Nullable Throwable thrown, boolean replaceable)
              throws Throwable {
            if (turn != null) {
              turn.ended(thrown);
            }
            Object result = thrown;
            if (thrown == null && isJudged && !frame.isForwarded()) {
              environment.returned = returned;
              result = TurnGuard.this.judge(environment, key, isOfConversation).text();
            }
            context.hooks().after(environment, 0, thrown == null ? "returned" : "failed", result);
            return returned;
          }

          @Override
          public void unseen() {
            if (turn != null) {
              turn.ended(new CancellationException());
            }
            context.hooks().after(environment, "unseen");
          }
        };
    return new PendingCall(this, frames, new ThreadFrames.Active(null, null, frame), judge).begin();
  }

  /** Adds the waiting warnings to the request. They are removed even if that fails. */
  private void inject(LinkedTarget.Injection into, CallEnvironment environment, Object session) {
    List<String> messages = new ArrayList<>(engine.turns().takeWarnings(session));
    OperatorWords.carry(context, environment, session, messages::add, "next request");
    if (messages.isEmpty()) {
      return;
    }
    environment.message = String.join("\n\n", messages);
    try {
      environment.arguments[into.argument()] = into.evaluate(environment);
    } catch (Throwable unfit) {
      context.report(environment, "inject", "the model is asked without the warning", unfit);
    }
  }

  private Throwable refuse(
      CallEnvironment environment,
      CallSubject subject,
      Decision.Found ended,
      @Nullable PendingEnd end)
      throws Throwable {
    Object key = subject.session();
    countPaid(environment, key);
    context.traces().refused(subject, ended);
    if (end != null && end.terminated()) {
      return context.refusal(target, environment, end.error().toError());
    }
    LoopReport report = engine.turns().report(key, ended.decisive());
    boolean terminated = ended.action() == Action.TERMINATE;
    return context.refusal(target, environment, LoopErrors.error(report, terminated, null));
  }

  /** Judges a response that has already arrived, because it is paid for even if it is refused. */
  private void countPaid(CallEnvironment environment, Object key) throws Throwable {
    if (target.isKnownAtEntry()) {
      judge(environment, key, false);
    }
  }

  /** Begins at the breaker of the provider that the method asks, if there is one. */
  private ProviderBreakers.@Nullable Turn beginAtProvider(
      CallEnvironment environment, Object session) {
    ProviderBreakers breakers = context.breakers();
    // With a callback, the response arrives after the method has returned.
    if (breakers == null || target.isKnownAtEntry() || errorCallback != null) {
      return null;
    }
    String label = environment.attribution.labels().get("provider");
    Object model = environment.variable(Variable.THIS);
    String fallback = model == null ? method.target().name() : model.getClass().getTypeName();
    return breakers.begin(label == null ? fallback : label, session);
  }

  /**
   * Judges requested calls that no guarded method dispatched. Warnings and hints are added to the
   * next request instead of a result. Returns the error that stops the turn, or {@code null}.
   */
  private @Nullable Throwable judgeUndispatched(CallEnvironment environment, Object session) {
    LoopReport stop = null;
    boolean terminated = false;
    for (RequestedCall call : engine.turns().judgeUndispatched(session)) {
      CallSubject subject = new CallSubject(environment, session, call.call(), null);
      context.traces().undispatched(call, subject);
      if (call.decision() instanceof Decision.Found found) {
        LoopReport report = call.report(session, found.decisive());
        Action action = found.action();
        boolean kept =
            switch (action) {
              case WARN -> engine.turns().keepWarning(session, Messages.warning(report));
              // Nothing can wait, because the framework has continued without the call.
              case HINT, ASK -> engine.turns().keepWarning(session, Messages.hint(report));
              case OBSERVE, REUSE, ABORT, TERMINATE -> false;
            };
        context.reports().found(found, subject, action, FindingWords.ofUndispatched(found, kept));
        // No call is judged after the one that terminates the session.
        terminated = action == Action.TERMINATE;
        if (terminated || (action == Action.ABORT && stop == null)) {
          stop = report;
        }
      }
    }
    return stop == null
        ? null
        : context.refusal(target, environment, LoopErrors.error(stop, terminated, null));
  }

  private ModelTurn judge(CallEnvironment environment, Object key, boolean isOfConversation)
      throws Throwable {
    CheckRecorder.Check check = context.telemetry().checks().begin();
    ModelTurn turn = readings.read(environment);
    Double usd = turn.cost(engine.budgets().settings());
    // The conversations of a thread may get the same answers.
    WordSet words = SessionKeys.isOfThread(key) ? null : engine.turns().words(turn);
    CallSubject subject = new CallSubject(environment, key, null, null);
    Decision decision = engine.turns().judge(key, turn, words);
    context.traces().turn(subject, turn, words, decision);
    end(check, key, null, decision);
    Attribution labels = subject.attribution(engine);
    long tokens = turn.inputTokens() + turn.outputTokens();
    statistics.turned(turn.model(), tokens, usd, labels);
    context.reports().cost(subject, turn, usd);
    if (decision instanceof Decision.Found found && !found.afterEnd()) {
      boolean warned =
          found.action() == Action.WARN
              && engine
                  .turns()
                  .keepWarning(key, Messages.warning(engine.turns().report(key, found.decisive())));
      reportTurn(found, subject, warned);
    }
    if (isOfConversation && target.get(Reading.TOOL_NAME) != null) {
      engine.turns().requested(key, readings.readRequested(context, environment));
    }
    return turn;
  }

  private void reportTurn(Decision.Found found, CallSubject subject, boolean warned) {
    Action action = found.action();
    context.reports().found(found, subject, action, FindingWords.ofTurn(action, warned));
  }
}
