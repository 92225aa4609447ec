package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.RunFrame;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.ToolFrame;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A guard of one method, called by the hook.
 *
 * <p>Calls that the agent itself makes into the application run unguarded. A failure is thrown to
 * the hook, which reports it and lets the call run; a guard that keeps failing is switched off.
 * Thread-safe.
 */
abstract class MethodGuard implements CallGuard {

  /** The consequence of a failure before a call is decided about. */
  static final String UNGUARDED = "this call goes on unguarded";

  final GuardContext context;
  final LoopEngine engine;
  final Statistics statistics;
  final GuardedMethod method;
  final LinkedTarget target;
  private final FailureBreaker breaker;

  /** Number of outcomes that came on a nearly full stack and are not reported yet. */
  private final AtomicInteger unreportedOutcomes = new AtomicInteger();

  MethodGuard(GuardContext context, LinkedTarget target) {
    this.context = context;
    this.engine = context.engine();
    this.statistics = context.telemetry().statistics();
    this.method = target.method();
    this.target = target;
    Telemetry telemetry = context.telemetry();
    this.breaker =
        new FailureBreaker(
            method.describe(),
            line -> telemetry.gaveUp(method.target().name(), line),
            telemetry.log()::warn,
            System::nanoTime);
  }

  @Override
  public final @Nullable Verdict enter(@Nullable Object self, Object[] arguments) {
    if (!engine.controls().isEnabled() || breaker.isOpen()) {
      engine.keptResults().calledUnseen();
      return null;
    }
    ThreadFrames frames = context.threads().get();
    ThreadFrames.PresetVerdict preset = frames.presetVerdict;
    if (preset != null && preset.method().equals(method.method())) {
      frames.presetVerdict = null;
      return preset.verdict();
    }
    if (frames.insideAgent) {
      return null;
    }
    CallEnvironment environment;
    Verdict verdict;
    frames.insideAgent = true;
    try {
      environment = new CallEnvironment(method, frames, self, arguments);
      if (Boolean.TRUE.equals(target.evaluate(Reading.UNLESS, environment))) {
        verdict = null;
      } else {
        if (!target.labels().isEmpty()) {
          environment.attribution = attribution(environment);
        }
        verdict = decide(frames, environment);
      }
      breaker.succeeded();
    } catch (Throwable failure) {
      throw failed(failure, UNGUARDED);
    } finally {
      // No method call: it could overflow a full stack, and the thread would stay unguarded.
      frames.insideAgent = false;
    }
    return verdict instanceof Verdict.Throw refusal
        ? deliver(environment, refusal.error())
        : verdict;
  }

  /** A step of the agent, on any thread. */
  @FunctionalInterface
  interface Step<T> {
    @Nullable T take() throws Throwable;
  }

  /**
   * Takes a step whose calls into the application are not guarded.
   *
   * @param nested the result within another step
   * @param consequence the consequence of a failure
   */
  final <T> @Nullable T take(@Nullable T nested, String consequence, Step<T> step) {
    ThreadFrames frames = context.threads().get();
    if (frames.insideAgent) {
      return nested;
    }
    frames.insideAgent = true;
    try {
      @Nullable T result = step.take();
      breaker.succeeded();
      return result;
    } catch (Throwable failure) {
      throw failed(failure, consequence);
    } finally {
      frames.insideAgent = false;
    }
  }

  /**
   * Returns whether the stack has room for an outcome, which no hook has checked if it comes later.
   * Those without room are reported with a later one.
   */
  final boolean hasStackSpace() {
    try {
      Hook.requireStack(Hook.STACK_DEPTH);
    } catch (StackOverflowError full) {
      unreportedOutcomes.incrementAndGet();
      return false;
    }
    int unreported = unreportedOutcomes.get() == 0 ? 0 : unreportedOutcomes.getAndSet(0);
    if (unreported > 0) {
      context.report(new StackOverflowError(unreported + " outcomes"));
    }
    return true;
  }

  private LocatedFailure failed(Throwable failure, String consequence) {
    breaker.failed(failure);
    engine.keptResults().calledUnseen();
    return context.located(method, null, failure, consequence);
  }

  private Attribution attribution(CallEnvironment environment) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (LinkedTarget.LinkedLabel label : target.labels()) {
      try {
        label.read(environment).ifPresent(value -> labels.put(label.name(), value));
      } catch (Throwable failure) {
        context.report(
            environment, "labels." + label.name(), "the call goes on without this label", failure);
      }
    }
    return new Attribution(environment.attribution.run(), labels).or(environment.attribution);
  }

  abstract @Nullable Verdict decide(ThreadFrames frames, CallEnvironment environment)
      throws Throwable;

  /**
   * Delivers an error to the caller: in the method's result if its type carries errors, otherwise
   * by throwing it. Runs after the guard has finished, because it may call code of the application.
   */
  Verdict deliver(CallEnvironment environment, Throwable error) {
    try {
      Object failed = LaterResult.failed(method.result(), error);
      return failed == null ? new Verdict.Throw(error) : new Verdict.Return(failed);
    } catch (RuntimeException | LinkageError unfit) {
      reportLaterResult("the error is thrown by the method itself", unfit);
      return new Verdict.Throw(error);
    }
  }

  /** Reports that an asynchronous library does not have the expected classes. */
  final void reportLaterResult(String consequence, Throwable cause) {
    context.report(
        new LocatedFailure(
            method.describe() + ", asynchronous result",
            cause instanceof LaterResult.UnfitLibraryException ? cause.getMessage() : null,
            consequence,
            cause));
  }

  /**
   * Begins a run on this thread.
   *
   * @param labels its labels, which also apply to its session on other threads
   * @param isNew whether it is a new run, instead of a part of the current run of its session
   */
  final PendingCall beginRun(
      ThreadFrames frames, Object session, Map<String, String> labels, boolean isNew) {
    String known = isNew ? "" : engine.attribution(session).run();
    RunFrame around = frames.innermostRun();
    ToolFrame tool = frames.active.call();
    boolean isOfTool = around != null && tool != null && tool.session().equals(around.session());
    RunFrame run = new RunFrame(session, around, isOfTool, new Attribution(known, labels));
    if (isNew && !run.attribution().labels().isEmpty()) {
      engine.attribute(session, run.attribution());
    }
    return new PendingCall(this, frames, ThreadFrames.Active.NONE.within(run), null).begin();
  }

  final void end(
      CheckRecorder.@Nullable Check check,
      Object session,
      @Nullable String tool,
      @Nullable Decision decision) {
    if (check != null) {
      String action = decision instanceof Decision.Found found ? found.action().text() : "pass";
      check.end(method.target().name(), session, tool, action);
    }
  }
}
