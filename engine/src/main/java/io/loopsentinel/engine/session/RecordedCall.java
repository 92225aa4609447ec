package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Call;

/**
 * A call that was let through and whose outcome is still to come. Immutable.
 *
 * @param session the session that keeps it
 * @param toolCall the call as it was to be judged
 * @param call the call as it stands in the history of its session
 */
public record RecordedCall(Session session, ToolCall toolCall, Call call) {

  /** Returns whose it is, as far as the calls and turns of its session told. */
  public Attribution attribution() {
    return session.history().attribution();
  }
}
