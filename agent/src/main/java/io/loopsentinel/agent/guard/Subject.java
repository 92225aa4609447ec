package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.session.ToolCall;
import org.jspecify.annotations.Nullable;

/**
 * What a report is about.
 *
 * @param session the session's key
 * @param run the key of the innermost run; absent: there is none
 * @param target the name of the target whose method was called
 * @param tool the tool; absent: it is about a turn
 * @param fingerprint the identity of the call; absent: there is none
 * @param arguments the arguments of the call; absent: none are known
 */
record Subject(
    Object session,
    @Nullable Object run,
    String target,
    @Nullable String tool,
    @Nullable Fingerprint fingerprint,
    @Nullable Object arguments) {

  static Subject ofSession(CallEnvironment environment, Object session) {
    return new Subject(
        session, environment.run(), environment.method().target().name(), null, null, null);
  }

  static Subject ofCall(
      CallEnvironment environment, Object session, ToolCall call, @Nullable Object arguments) {
    return new Subject(
        session,
        environment.run(),
        environment.method().target().name(),
        call.tool(),
        call.fingerprint(),
        arguments);
  }
}
