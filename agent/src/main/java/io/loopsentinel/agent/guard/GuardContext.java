package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.session.LoopEngine;
import java.util.function.Consumer;

/**
 * What all guards of an agent have in common.
 *
 * @param failures told of errors that leave a call guarded
 */
record GuardContext(
    LoopEngine engine,
    FramesByThread threads,
    Reports reports,
    CheckRecorder checks,
    Traces traces,
    Consumer<Throwable> failures) {

  /**
   * Reports that something about a call could not be done; never throws.
   *
   * @param what the expression that failed
   * @param consequence what comes of it for the call
   */
  void report(CallEnvironment environment, String what, String consequence, Throwable failure) {
    report(
        new LocatedFailure(
            environment.method.describe() + ", " + what,
            environment.method.explain(failure),
            consequence,
            failure));
  }

  /** Reports a failure that no hook will catch; never throws. */
  void report(Throwable failure) {
    try {
      failures.accept(failure);
    } catch (Throwable ignored) {
      // The reporter itself failed (out of memory, stack overflow): the call matters more.
    }
  }
}
