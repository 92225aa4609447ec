package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.Map;
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

  /** Returns the same with the arguments of the call. */
  Subject with(@Nullable Object itsArguments) {
    Object known = itsArguments == null ? Map.of() : itsArguments;
    return new Subject(session, run, target, tool, fingerprint, known);
  }
}
