package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.gate.Effects.Claim;
import org.jspecify.annotations.Nullable;

/**
 * A call that runs and whose outcome is still to come. Immutable.
 *
 * @param toolCall the call as it was judged
 * @param call the call in the history of its session
 * @param claim the claim of its effect; {@code null} if it has none
 */
public record RecordedCall(Session session, ToolCall toolCall, Call call, @Nullable Claim claim) {

  RecordedCall(Session session, ToolCall toolCall, Call call) {
    this(session, toolCall, call, null);
  }

  RecordedCall with(Claim other) {
    return new RecordedCall(session, toolCall, call, other);
  }

  RecordedCall withoutArguments() {
    return new RecordedCall(session, toolCall.withoutArguments(), call, claim);
  }

  /** Returns the labels last reported for its session. */
  public Attribution attribution() {
    return session.history().attribution();
  }
}
