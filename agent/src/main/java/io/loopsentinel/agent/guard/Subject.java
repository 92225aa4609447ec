package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.fingerprint.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * What a report is about.
 *
 * @param session the session's key
 * @param run the key of the innermost run; absent: there is none
 * @param target the name of the target whose method was called
 * @param tool the tool; absent: it is about a turn
 * @param fingerprint the identity of the call; absent: there is none
 */
record Subject(
    Object session,
    @Nullable Object run,
    String target,
    @Nullable String tool,
    @Nullable Fingerprint fingerprint) {}
