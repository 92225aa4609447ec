package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that answers one user message: its session begins anew, unless the target says
 * {@code reset: false}, and what happens on its thread and on those that it hands work to belongs
 * to it.
 */
final class RunGuard extends MethodGuard {

  private final GuardedMethod method;
  private final @Nullable LinkedExpression session;
  private final boolean resets;
  private final Shared shared;

  RunGuard(
      Shared shared, GuardedMethod method, @Nullable LinkedExpression session, CallFilter filter) {
    super(shared, filter);
    this.method = method;
    this.session = session;
    this.resets = method.target().resets();
    this.shared = shared;
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object key = key(environment);
    if (key == null) {
      return null;
    }
    // A run within a run of the same session is a part of it, not a new beginning.
    if (resets && !frames.isWithinRun(key)) {
      if (shared.engine().reset(key)) {
        shared.reports().ofReset(environment.subject(key, null, null));
      }
      shared.traces().reset(environment.subject(key, null, null));
    }
    return beginRun(frames, key);
  }

  /**
   * A run that names no session is one of its own; one that was to go on with a session stays where
   * it is.
   */
  private @Nullable Object key(CallEnvironment environment) throws Throwable {
    Object named =
        session == null ? null : method.sessionKeys().keyOf(session.evaluate(environment));
    return named == null && resets ? method.sessionKeys().ofNewRun() : named;
  }
}
