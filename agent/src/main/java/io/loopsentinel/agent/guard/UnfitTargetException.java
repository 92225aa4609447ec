package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.ExpressionException;

/** A target that does not fit the method it matched; the message says where and why. */
final class UnfitTargetException extends Exception {

  private static final long serialVersionUID = 1L;

  UnfitTargetException(String message) {
    super(message);
  }

  UnfitTargetException(String message, ExpressionException cause) {
    super(message, cause);
  }

  /** Returns what is wrong. */
  String reason() {
    return String.valueOf(getMessage());
  }
}
