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

  /** Reports that an expression failed, and what comes of it for the call; never throws. */
  void report(CallEnvironment environment, String key, String consequence, Throwable failure) {
    report(environment.method.located(key, failure, consequence));
  }

  /** Reports a failure that no hook will catch; never throws. */
  void report(Throwable failure) {
    telemetry.failures().accept(failure);
  }
}
