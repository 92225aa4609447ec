package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.response.LoopErrors;
import io.loopsentinel.agent.response.LoopReport;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.Ruling;
import org.jspecify.annotations.Nullable;

/** Guards a method that asks the model once: nothing passes in a session that was ended. */
final class TurnGuard extends MethodGuard {

  private final GuardedMethod method;
  private final SessionReading session;
  private final Engine engine;

  TurnGuard(Shared shared, GuardedMethod method, SessionReading session, FailureBreaker breaker) {
    super(shared.threads(), breaker);
    this.method = method;
    this.session = session;
    this.engine = shared.engine();
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object key = session.read(environment, frames);
    Ruling.Found ended = engine.terminatedBy(key);
    return ended == null ? null : LoopErrors.error(report(ended, key), true);
  }

  private static LoopReport report(Ruling.Found ended, Object key) {
    return new LoopReport(
        ended.finding().cycle().get(0),
        ended.finding(),
        ended.occurrence(),
        ended.next(),
        io.loopsentinel.agent.config.ToolPolicy.DEFAULT,
        "",
        key.toString());
  }
}
