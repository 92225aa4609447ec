package io.loopsentinel.agent.session;

import io.loopsentinel.agent.detect.CallHistory;

/**
 * A call that was let through and whose outcome is still to come.
 *
 * @param session whose call it is
 * @param history where it was recorded
 * @param sequence its number there
 */
public record RecordedCall(Session session, CallHistory history, long sequence) {}
