package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.link.GuardedMethod;
import io.loopsentinel.agent.link.LinkedTarget;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Ruling;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A guard of one method, called by the hook.
 *
 * <p>Calls of the application that the agent itself makes pass unguarded. A failure goes to the
 * hook, which reports it and lets the call run; a guard that keeps failing is switched off.
 * Thread-safe.
 */
abstract class MethodGuard implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  final GuardContext context;
  final LoopEngine engine;
  final Statistics statistics;
  final GuardedMethod method;
  final LinkedTarget target;
  private final FailureBreaker breaker;

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
  public final @Nullable Object apply(@Nullable Object self, Object[] arguments) {
    if (!engine.controls().isEnabled() || breaker.isOpen()) {
      return null;
    }
    ThreadFrames frames = context.threads().get();
    if (frames.decided != null) {
      PendingCall decided = frames.decided;
      frames.decided = null;
      return decided;
    }
    Object verdict =
        guarded(
            null,
            () -> {
              CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
              if (Boolean.TRUE.equals(target.evaluate(Reading.UNLESS, environment))) {
                return null;
              }
              if (!target.labels().isEmpty()) {
                environment.attribution = attribution(environment);
              }
              return enter(frames, environment);
            });
    if (verdict instanceof ErrorCallback.Refusal refusal) {
      return refusal.verdict();
    }
    return verdict instanceof Throwable error ? failed(error) : verdict;
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

  /** Decides about a call; returns a verdict. */
  abstract @Nullable Object enter(ThreadFrames frames, CallEnvironment environment)
      throws Throwable;

  /** Delivers an error through the method's result type, if that can carry errors. */
  private Object failed(Throwable error) {
    try {
      Object failed = LaterResult.failed(method.result(), error);
      return failed == null ? error : Optional.of(failed);
    } catch (RuntimeException | LinkageError unfit) {
      reportLaterResult("the error is thrown by the method itself", unfit);
      return error;
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

  /** Runs work of the agent, unless the agent already runs on this thread. */
  final @Nullable Object guarded(@Nullable Object fallback, LaterResult.Step work) {
    ThreadFrames frames = context.threads().get();
    if (frames.insideAgent) {
      return fallback;
    }
    frames.insideAgent = true;
    try {
      Object result = work.run();
      breaker.succeeded();
      return result;
    } catch (Throwable failure) {
      breaker.failed(failure);
      throw context.located(method, null, failure, "this call goes on unguarded");
    } finally {
      // No method call: on a full stack it would overflow, and the thread stay unguarded.
      frames.insideAgent = false;
    }
  }

  /**
   * Begins a run on this thread.
   *
   * @param labels its labels, which also apply to its session on other threads
   * @param isNew whether it does not continue the current run of its session
   */
  final PendingCall beginRun(
      ThreadFrames frames, Object session, Map<String, String> labels, boolean isNew) {
    String known = isNew ? "" : engine.attribution(session).run();
    RunFrame run = new RunFrame(session, frames.innermostRun(), new Attribution(known, labels));
    if (isNew && !run.attribution().labels().isEmpty()) {
      engine.attribute(session, run.attribution());
    }
    return new PendingCall(this, frames, null, run, null).begin();
  }

  final void end(
      CheckRecorder.@Nullable Check check,
      Object session,
      @Nullable String tool,
      @Nullable Ruling ruling) {
    if (check != null) {
      String decision = ruling instanceof Ruling.Found found ? found.action().text() : "pass";
      check.end(method.target().name(), session, tool, decision);
    }
  }
}
