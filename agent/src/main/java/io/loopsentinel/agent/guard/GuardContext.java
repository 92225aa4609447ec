package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.session.LoopEngine;

/** What all guards of an agent have in common. */
record GuardContext(
    LoopEngine engine,
    FramesByThread threads,
    Telemetry telemetry,
    Reports reports,
    Traces traces) {

  /**
   * Reports that something about a call could not be done; never throws.
   *
   * @param what the expression that failed
   * @param consequence what comes of it for the call
   */
  void report(CallEnvironment environment, String what, String consequence, Throwable failure) {
    report(environment.method.located(", " + what, failure, consequence));
  }

  /** Reports a failure that no hook will catch; never throws. */
  void report(Throwable failure) {
    telemetry.failures().accept(failure);
  }
}
