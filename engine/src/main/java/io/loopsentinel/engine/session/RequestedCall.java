package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopReport;

/**
 * A tool call that a response of the model requests. It may never be dispatched.
 *
 * @param call the call, without its arguments
 * @param shownArguments the arguments as canonical JSON, cut to a readable length; shown only to
 *     the model that wrote them
 * @param decision the decision about it; a pass before it is judged
 */
public record RequestedCall(ToolCall call, String shownArguments, Decision decision) {

  public RequestedCall {
    call = call.withoutArguments();
  }

  /** Creates a call that is not judged yet. */
  public RequestedCall(ToolCall call, String shownArguments) {
    this(call, shownArguments, new Decision.Pass(0, null));
  }

  RequestedCall with(Decision other) {
    return new RequestedCall(call, shownArguments, other);
  }

  /**
   * Returns the facts for a message about a detection.
   *
   * @param detection a detection of the decision about this call
   */
  public LoopReport report(Object sessionKey, Detection detection) {
    return new LoopReport(
        call.tool(),
        call.fingerprint(),
        detection,
        false,
        call.policy(),
        () -> shownArguments,
        sessionKey.toString());
  }

  @Override
  public String toString() {
    return call.toString();
  }
}
