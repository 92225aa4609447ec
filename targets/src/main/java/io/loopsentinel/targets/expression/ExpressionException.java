package io.loopsentinel.targets.expression;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if an expression cannot be parsed or linked. The message tells the user in one or two
 * sentences what is wrong, what was expected and what to do.
 */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int offset;

  ExpressionException(String message, int offset) {
    this(message, offset, null);
  }

  ExpressionException(String message, int offset, @Nullable Throwable cause) {
    super(message, cause);
    this.offset = offset;
  }

  /** Returns the offset of the problem in the expression's text, in characters from 0. */
  public int offset() {
    return offset;
  }
}
