package io.loopsentinel.agent.session;

import io.loopsentinel.agent.detect.CallHistory;
import org.jspecify.annotations.Nullable;

/** A call that was let through and whose outcome is still to come. */
public final class RecordedCall {

  private final Session session;
  private final ToolCall call;
  private final int response;
  private final CallHistory sequence;
  private final long placeInSequence;
  private final @Nullable CallHistory window;
  private final long placeInWindow;

  /**
   * Creates a call.
   *
   * @param response the response of the model that it belongs to
   * @param sequence all calls of the session
   * @param window the history it is counted in, where that is another one
   */
  RecordedCall(
      Session session,
      ToolCall call,
      int response,
      CallHistory sequence,
      long placeInSequence,
      @Nullable CallHistory window,
      long placeInWindow) {
    this.session = session;
    this.call = call;
    this.response = response;
    this.sequence = sequence;
    this.placeInSequence = placeInSequence;
    this.window = window;
    this.placeInWindow = placeInWindow;
  }

  Session session() {
    return session;
  }

  ToolCall call() {
    return call;
  }

  int response() {
    return response;
  }

  /** Returns all calls of the session. */
  CallHistory sequence() {
    return sequence;
  }

  /** Notes the hash of its result wherever the call is remembered. */
  void setResult(long resultHash) {
    sequence.setResult(placeInSequence, resultHash);
    if (window != null) {
      window.setResult(placeInWindow, resultHash);
    }
  }
}
