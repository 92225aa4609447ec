package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.CallHistory;
import io.loopsentinel.engine.detect.ToolOutcomes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call that was let through and whose outcome is still to come.
 *
 * <p>Each {@link ToolCall} has one, which is filled when the call is recorded, and knows its
 * session until then: the next call is likely to be of the same.
 */
public final class RecordedCall {

  private final ToolCall call;
  private final ToolOutcomes outcomes = new ToolOutcomes();
  private @Nullable Session session;
  private int response;
  private long placeInSequence;
  private @Nullable CallHistory window;
  private long placeInWindow;

  RecordedCall(ToolCall call) {
    this.call = call;
  }

  /**
   * Says where it stands among all calls of its session.
   *
   * @param ofResponse the response of the model that it belongs to
   */
  void recorded(Session in, int ofResponse, long place) {
    if (session != in) {
      session = in;
    }
    response = ofResponse;
    placeInSequence = place;
    window = null;
  }

  /** Says where it stands in the history that it is counted in, where that is another one. */
  void countedIn(CallHistory history, long place) {
    window = history;
    placeInWindow = place;
  }

  Session session() {
    return Objects.requireNonNull(session);
  }

  ToolCall call() {
    return call;
  }

  int response() {
    return response;
  }

  /** Returns a view of the outcomes of the tool, which is to be directed at them. */
  ToolOutcomes outcomes() {
    return outcomes;
  }

  /** Notes the hash of its result wherever the call is remembered. */
  void setResult(long resultHash) {
    session().setResult(placeInSequence, resultHash);
    if (window != null) {
      window.setResult(placeInWindow, resultHash);
    }
  }
}
