package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopReport;

/**
 * A tool call that a response of the model asks for, to be told apart from those that are
 * dispatched.
 *
 * @param call the call; it does not keep its arguments
 * @param shownArguments the arguments as canonical JSON, cut to a readable length; only for the
 *     model that wrote them
 */
public record RequestedCall(ToolCall call, String shownArguments) {

  public RequestedCall {
    call = call.withoutArguments();
  }

  /**
   * Returns what a message about a detection may say.
   *
   * @param detection of the ruling on this call
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
