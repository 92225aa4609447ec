package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.fingerprint.CanonicalJson;
import io.loopsentinel.agent.response.LoopReport;
import io.loopsentinel.agent.session.Sighting;
import io.loopsentinel.agent.session.ToolCall;
import io.loopsentinel.agent.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as the guard read it.
 *
 * @param environment its values, for the expressions that are still to be evaluated
 * @param call what the engine judges
 * @param arguments the tool's arguments
 * @param session the session's key
 * @param frame its place among the calls of its thread
 */
record GuardedCall(
    CallEnvironment environment,
    ToolCall call,
    @Nullable Object arguments,
    Object session,
    ThreadFrames.ToolFrame frame) {

  /** Characters of the arguments that a message to the model repeats. */
  static final int SHOWN_ARGUMENTS = 200;

  /** Returns what a report about it is about. */
  Subject subject() {
    return environment.subject(session, call.tool(), call.fingerprint()).with(arguments);
  }

  /** Returns all that a message about a finding may say. */
  LoopReport report(Sighting sighting) {
    return new LoopReport(
        call.tool(),
        call.fingerprint(),
        sighting.finding(),
        sighting.occurrence(),
        sighting.next(),
        call.policy(),
        CanonicalJson.render(arguments, SHOWN_ARGUMENTS),
        Printable.of(session.toString(), Printable.NAME));
  }
}
