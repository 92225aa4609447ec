package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ToolCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as the guard read it.
 *
 * @param environment its values, for the expressions that are still to be evaluated
 * @param name the tool's name in full
 * @param arguments the tool's arguments
 * @param writtenByModel whether these are the model's own, as {@code args} says; else they are
 *     whatever the method is called with, and no message quotes them
 * @param session the session's key
 * @param call what the engine judges
 */
record GuardedCall(
    CallEnvironment environment,
    String name,
    @Nullable Object arguments,
    boolean writtenByModel,
    Object session,
    ToolCall call) {

  /** Returns what a report is about. */
  Subject subject() {
    return Subject.ofCall(environment, session, call, arguments == null ? Map.of() : arguments);
  }

  /** Returns all that a message about a finding may say. */
  LoopReport report(LoopEngine engine, Detection detection) {
    LoopReport report = engine.report(session, call, detection);
    return writtenByModel ? report : report.withoutArguments();
  }

  /**
   * Whether this call is what another one is passed on as: the same, or one whose tool has another
   * prefix in its name.
   */
  boolean continues(GuardedCall outer, LoopEngine engine) {
    return outer.call.isSameAs(call)
        || (PrefixedNames.areOfOneTool(outer.name, name)
            && engine.identify(outer.name, arguments).isSameAs(outer.call));
  }
}
