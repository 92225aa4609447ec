package io.loopsentinel.agent.expression;

/**
 * An expression that cannot be parsed or resolved.
 *
 * <p>The message is one sentence or two for a person: what is wrong, what was expected, what to do.
 */
public final class ExpressionException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int offset;

  /**
   * Creates an exception.
   *
   * @param message what is wrong, what was expected, what to do
   * @param offset where in the expression's text, from 0
   */
  public ExpressionException(String message, int offset) {
    super(message);
    this.offset = offset;
  }

  ExpressionException(String message, int offset, Throwable cause) {
    super(message, cause);
    this.offset = offset;
  }

  /** Returns where in the expression's text the problem is, in characters from 0. */
  public int offset() {
    return offset;
  }
}
