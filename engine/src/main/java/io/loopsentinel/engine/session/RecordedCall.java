package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Call;

/** A call that was let through and whose outcome is still to come. Immutable. */
public final class RecordedCall {

  private final Session session;
  private final ToolCall toolCall;
  private final Call call;

  RecordedCall(Session session, ToolCall toolCall, Call call) {
    this.session = session;
    this.toolCall = toolCall;
    this.call = call;
  }

  Session session() {
    return session;
  }

  /** Returns the call as it was to be judged. */
  ToolCall toolCall() {
    return toolCall;
  }

  /** Returns the call as it stands in the history of its session. */
  Call call() {
    return call;
  }
}
