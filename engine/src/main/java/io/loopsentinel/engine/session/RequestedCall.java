package io.loopsentinel.engine.session;

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

  @Override
  public String toString() {
    return call.toString();
  }
}
