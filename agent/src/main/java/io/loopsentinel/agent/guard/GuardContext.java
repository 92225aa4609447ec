package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.FramesByThread;
import io.loopsentinel.agent.guard.report.CallHooks;
import io.loopsentinel.agent.guard.report.Reports;
import io.loopsentinel.agent.guard.report.Traces;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.text.StoppedThread;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The collaborators that all guards share.
 *
 * @param breakers {@code null} if none are configured
 * @param decisions bounds the threads on which listeners decide; one that blocks keeps its permit
 */
record GuardContext(
    LoopEngine engine,
    FramesByThread threads,
    Telemetry telemetry,
    Reports reports,
    Traces traces,
    CallHooks hooks,
    @Nullable ProviderBreakers breakers,
    Questions questions,
    Semaphore decisions) {

  GuardContext with(
      LoopEngine other, TelemetrySettings settings, @Nullable ProviderBreakers breakers) {
    return new GuardContext(
        other,
        threads,
        telemetry,
        reports.with(settings, other),
        new Traces(telemetry.events(), other),
        hooks.with(other, settings),
        breakers,
        questions,
        decisions);
  }

  /**
   * Reports that an expression failed, and the consequence for the call.
   *
   * @throws ThreadDeath if the application ends the thread meanwhile
   */
  void report(CallEnvironment environment, String key, String consequence, Throwable failure) {
    report(located(environment.method, key, failure, consequence));
  }

  /**
   * Returns the exception for a refused call or turn: that configured by {@code throws}, with the
   * agent's error as its cause, or the error itself. Reports if it cannot be built.
   */
  Throwable refusal(LinkedTarget target, CallEnvironment environment, Throwable error) {
    if (error instanceof ToolLoopError loop) {
      environment.tool = loop.tool();
      environment.count = loop.count();
    }
    LinkedExpression exception = target.get(Reading.THROWS);
    if (exception == null) {
      return error;
    }
    environment.message = String.valueOf(error.getMessage());
    try {
      Object value = exception.evaluate(environment);
      if (value instanceof Throwable own) {
        LoopErrors.attach(error, own);
        return own;
      }
      throw new EvaluationException(
          "it gives no Throwable but "
              + (value == null ? "null" : "a " + value.getClass().getTypeName()),
          exception.expression());
    } catch (Throwable failure) {
      report(
          environment,
          "throws",
          "the " + error.getClass().getSimpleName() + " itself is thrown",
          failure);
      return error;
    }
  }

  /** Returns a failure with its location: an expression or, without a key, the method. */
  LocatedFailure located(
      GuardedMethod method, @Nullable String key, Throwable failure, String consequence) {
    Throwable thrown = failure instanceof EvaluationException ? failure.getCause() : null;
    return new LocatedFailure(
        key == null ? method.describe() : method.describe() + ", " + key,
        method.explain(failure),
        consequence,
        failure,
        thrown != null && reports.showAllArguments() ? thrown.getMessage() : null);
  }

  /**
   * Reports a failure that no hook will catch.
   *
   * @throws ThreadDeath if the application ends the thread meanwhile
   */
  void report(Throwable failure) {
    StoppedThread.passOn(failure);
    telemetry.failures().accept(failure);
  }
}
