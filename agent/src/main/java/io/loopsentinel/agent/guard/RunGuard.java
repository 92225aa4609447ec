package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.session.Engine;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that answers one user message: its session begins anew, and calls made on its
 * thread belong to it.
 */
final class RunGuard extends MethodGuard {

  private final GuardedMethod method;
  private final SessionReading session;
  private final Engine engine;

  RunGuard(Shared shared, GuardedMethod method, SessionReading session, FailureBreaker breaker) {
    super(shared.threads(), breaker);
    this.method = method;
    this.session = session;
    this.engine = shared.engine();
  }

  @Override
  Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments) throws Throwable {
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object key = session.read(environment, frames);
    // A run within a run of the same session is a part of it, not a new beginning.
    if (!frames.isWithinRun(key)) {
      engine.reset(key);
    }
    ThreadFrames.RunFrame frame = frames.pushRun(key);
    BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> end =
        (returned, thrown) -> {
          frames.popRun(frame);
          return returned;
        };
    return end;
  }
}
