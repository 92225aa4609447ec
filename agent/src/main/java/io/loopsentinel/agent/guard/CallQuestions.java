package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.JudgedCalls;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import org.jspecify.annotations.Nullable;

/** Holds calls of a method until a person answers, and then resumes them. */
record CallQuestions(
    MethodGuard guard, FieldAccess access, CallAnswers answers, Enforcer enforcer) {

  private static final Answer NOT_ASKED = Answer.none("it cannot wait");

  /** Asks a person about a call, unless it cannot wait or too many calls wait already. */
  Verdict ask(ThreadFrames frames, JudgedCalls judged, Decision.Found found) throws Throwable {
    GuardContext context = guard.context;
    DispatchedCall call = judged.calls().get(0);
    boolean single = judged.calls().size() == 1;
    boolean blocks = !guard.method.result().hidesValue();
    DeferredCall deferred =
        single && !blocks ? DeferredCall.of(guard, access, call.environment()) : null;
    boolean waits = single && (blocks || deferred != null);
    Questions questions = context.questions();
    PendingQuestion question =
        waits
            ? questions.ask(
                next(NOT_ASKED, found),
                asked -> context.reports().waiting(found, call.subject(), asked))
            : null;
    if (question == null) {
      return resume(frames, judged, null, NOT_ASKED);
    }
    context.reports().asked(found, call.subject(), question);
    if (deferred == null) {
      return resume(frames, judged, question, questions.await(question));
    }
    deferred.await(
        frames.active,
        questions,
        question,
        (later, answer) -> resume(later, judged, question, answer));
    return new Verdict.Return(deferred.result().value());
  }

  /** Enforces the answer of a person or, if there is none, the action of the next rung. */
  private Verdict resume(
      ThreadFrames frames, JudgedCalls asked, @Nullable PendingQuestion question, Answer answer)
      throws Throwable {
    GuardContext context = guard.context;
    Decision.Found found = (Decision.Found) asked.last();
    Action next = next(answer, found);
    // The earlier calls of a batch were withdrawn too, so none of them can run.
    boolean canRun = asked.calls().size() == 1;
    Action done = next.runsCall() && !canRun ? Action.ABORT : next;
    DispatchedCall call = asked.lastCall();
    Decision.Found decision = answer.kind() == null || done.runsCall() ? found : found.refused();
    Decision.Found resumed = guard.engine.resume(call.session(), call.call(), decision, done);
    if (question != null) {
      call.environment().question = question.answered(answer);
      context.reports().answered(answer, call.subject(), resumed);
      if (resumed.action().runsCall()) {
        context.questions().done(question.question().id(), done);
      }
    }
    String message = answer.text() == null ? null : Messages.ofOperator(answer.text());
    return enforcer.enforce(frames, asked.withLast(resumed), message);
  }

  private Action next(Answer answer, Decision.Found found) {
    LoopEngine engine = guard.engine;
    boolean observes = engine.controls().mode() == Mode.OBSERVE;
    Action next = answer.action(observes ? Action.OBSERVE : found.decisive().next());
    return next == Action.HINT && !answers.arePossible() ? Action.ABORT : next;
  }
}
