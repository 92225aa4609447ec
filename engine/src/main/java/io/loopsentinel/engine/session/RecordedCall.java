package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Call;

/**
 * A call that runs and whose outcome is still to come. Immutable.
 *
 * @param session the session of the call
 * @param toolCall the call as it was judged
 * @param call the call in the history of its session
 */
public record RecordedCall(Session session, ToolCall toolCall, Call call) {

  /** Returns the call without its arguments. */
  RecordedCall withoutArguments() {
    return new RecordedCall(session, toolCall.withoutArguments(), call);
  }

  /** Returns the labels last reported for its session. */
  public Attribution attribution() {
    return session.history().attribution();
  }
}
