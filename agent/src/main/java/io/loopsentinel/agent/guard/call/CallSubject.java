package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a report.
 *
 * @param call the call; {@code null} for a turn
 */
public record CallSubject(
    CallEnvironment environment,
    Object session,
    @Nullable ToolCall call,
    @Nullable Object arguments) {

  public String target() {
    return environment.method.target().name();
  }

  public @Nullable String run() {
    Object run = environment.run();
    return run == null ? null : Printable.name(run);
  }

  /** Returns the labels of the call, completed by the session's latest. */
  public Attribution attribution(LoopEngine engine) {
    return environment.attribution.or(engine.attribution(session));
  }

  public @Nullable String tool() {
    return call == null ? null : Printable.name(call.tool());
  }
}
