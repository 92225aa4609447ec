package io.loopsentinel.agent.guard;

/** Words why what a method returns cannot bring a message to the model. */
public final class NoMessage {

  private NoMessage() {}

  /**
   * Returns the reason, to stand behind the method.
   *
   * @param returned what the method returns
   * @param isObject whether that is neither a primitive value nor nothing, so that an expression
   *     may build it
   */
  public static String reason(String returned, boolean isObject) {
    return "returns "
        + (returned.equals("void") ? "nothing" : returned)
        + " and so cannot carry a message"
        + (isObject ? "; set result: to an expression that builds one from it" : "");
  }
}
