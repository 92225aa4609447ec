package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.BlockingWait;
import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.guard.DispatchOutcome.AwaitedCall;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.JudgedCalls;
import io.loopsentinel.agent.guard.call.SessionKeys;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.reuse.KeptResult;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.link.LinkedTarget;
import io.loopsentinel.targets.link.LinkedTarget.Substitution;
import io.loopsentinel.targets.result.AsynchronousType;
import io.loopsentinel.targets.result.KeptData;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.result.ReusableType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls with the results of earlier equal calls, and keeps results.
 *
 * <p>A call answered in this way is judged like one that ran: detectors see it and its outcome. A
 * call that equals a running one waits for its result, without blocking a thread if it is
 * asynchronous. A call within another one does not wait, because the other may be waiting for it.
 *
 * @param kind identifies the method's results without a reference to classes of the application,
 *     which can be unloaded while results are kept
 */
record ReusedCalls(
    MethodGuard guard, FieldAccess access, Enforcer enforcer, boolean arePossible, Object kind) {

  private static final long TIMEOUT_SECONDS = 30;
  private static final Set<AsynchronousType> HOT =
      EnumSet.of(AsynchronousType.COMPLETABLE_FUTURE, AsynchronousType.COMPLETION_STAGE);

  ReusedCalls(MethodGuard guard, FieldAccess access, Enforcer enforcer) {
    this(
        guard,
        access,
        enforcer,
        !guard.target.isBatch()
            && ReusableType.whyNot(guard.method.result(), guard.target.reused() != null) == null,
        new Object());
  }

  /**
   * Answers a call with an earlier result. If there is none, the result of this call may be kept.
   *
   * @return the verdict; {@code null} if the call gets no earlier result
   */
  @Nullable Verdict answer(ThreadFrames frames, JudgedCalls judged) throws Throwable {
    Decision decision = judged.last();
    Action action = decision instanceof Decision.Found found ? found.action() : Action.OBSERVE;
    DispatchedCall call = judged.lastCall();
    Reuse reuse = call.call().policy().limits().reuse();
    if (!arePossible || reuse == null || !(action.runsCall() || action == Action.REUSE)) {
      return null;
    }
    Object holder = holder(call, decision, reuse.per());
    KeptResults.Request request =
        holder == null
            ? null
            : guard.engine.keptResults().request(reuse, holder, kind, call.call().fingerprint());
    call.environment().reusable = request;
    if (request == null || (reuse.onlyOnRung() && action.runsCall())) {
      return null;
    }
    KeptResult kept = request.find();
    if (kept != null) {
      return give(kept, judged);
    }
    return action.runsCall() ? share(frames, judged, request) : null;
  }

  /** Returns the session or label that shares results; {@code null} if the call gets none. */
  private @Nullable Object holder(DispatchedCall call, Decision decision, String per) {
    ToolCall toolCall = call.call();
    if (toolCall.policy().limits().effect() != null
        || !toolCall.isComparable()
        || guard.engine.controls().mode() == Mode.OBSERVE) {
      return null;
    }
    Object session = call.session();
    // A thread may serve many users.
    boolean isOfMany = SessionKeys.isOfThread(session) || session instanceof SharedSessionKey;
    return switch (per) {
      case Budget.GLOBAL -> per;
      case Budget.SESSION -> isOfMany ? null : SessionKey.bounded(session);
      default -> call.attribution(guard.engine, decision).labels().get(per);
    };
  }

  /** Waits for an equal call that runs, if there is one. */
  private @Nullable Verdict share(
      ThreadFrames frames, JudgedCalls judged, KeptResults.Request request) throws Throwable {
    ResultType type = guard.method.result();
    boolean blocks = !type.hidesValue() && !type.mayComeLater();
    AsynchronousType.Found later = type.later();
    if (!blocks && (later == null || !HOT.contains(later.kind()))) {
      return null; // Work that begins with a subscription may never begin.
    }
    CompletableFuture<@Nullable KeptResult> running = request.join();
    if (running == null) {
      KeptResult kept = request.find(); // A call that ran before may have ended since.
      Verdict given = kept == null ? null : give(kept, judged);
      if (given != null) {
        request.end();
      }
      return given;
    }
    if (frames.active.call() != null) {
      return null;
    }
    if (blocks) {
      KeptResult result = request.valid(await(running));
      return result == null ? null : give(result, judged);
    }
    DeferredCall deferred = DeferredCall.of(guard, access, judged.lastCall().environment());
    if (deferred == null) {
      return null;
    }
    CompletableFuture<@Nullable KeptResult> waits =
        running.copy().completeOnTimeout(null, TIMEOUT_SECONDS, TimeUnit.SECONDS);
    deferred.await(
        frames.active,
        waits.thenApply(unused -> Answer.none("no person was asked")),
        (onThread, unused) -> {
          KeptResult result = request.valid(waits.join());
          Verdict given = result == null ? null : give(result, judged);
          return given == null ? enforcer.enforce(onThread, judged, null) : given;
        });
    return new Verdict.Return(deferred.result().value());
  }

  private static @Nullable KeptResult await(CompletableFuture<@Nullable KeptResult> running) {
    try {
      BlockingWait.await(running, TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return running.getNow(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (CompletionException e) {
      return null; // The call runs, as it would have without the other one.
    }
  }

  private @Nullable Verdict give(KeptResult kept, JudgedCalls judged) throws Throwable {
    DispatchedCall call = judged.lastCall();
    Object value = value(kept, call.environment());
    if (value == null) {
      return null;
    }
    call.environment().reusable = null;
    AwaitedCall awaited = enforcer.begin(judged, 0);
    if (awaited.trace() != null) {
      awaited.trace().reused();
    }
    String sentence =
        kept.isReadAgainBy(call.session()) ? Messages.reused(call.call().tool()) : null;
    Object given =
        new DispatchOutcome(
                guard.context, guard.target, judged.frame(), List.of(awaited), false, sentence)
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
