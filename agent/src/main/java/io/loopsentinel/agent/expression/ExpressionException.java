package io.loopsentinel.agent.expression;

import org.jspecify.annotations.Nullable;

/**
 * An expression that cannot be parsed or linked.
 *
 * <p>The message is one sentence or two for a person: what is wrong, what was expected, what to do.
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

  /** Returns where in the expression's text the problem is, in characters from 0. */
  public int offset() {
    return offset;
  }
}
