package io.loopsentinel.targets.expression;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if an expression cannot be evaluated. The message says which part failed and what to do.
 * The cause is the exception that a member of the application threw, if any; it is not quoted.
 *
 * <p>There is no stack trace, because only the position in the expression matters and the exception
 * may occur on every call of a guarded method.
 */
public final class EvaluationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Expression expression;
  private final int offset;
  private final boolean memberMissing;

  /** Creates an exception about an entire expression. The message must not quote values. */
  public EvaluationException(String message, Expression expression) {
    this(message, expression, 0, false, null);
  }

  EvaluationException(
      String message,
      Expression expression,
      int offset,
      boolean memberMissing,
      @Nullable Throwable cause) {
    super(message, cause, false, false);
    this.expression = expression;
    this.offset = offset;
    this.memberMissing = memberMissing;
  }

  public Expression expression() {
    return expression;
  }

  /** Returns the offset of the problem in the expression's text, in characters from 0. */
  public int offset() {
    return offset;
  }

  /**
   * Returns whether the class of an object lacks a member that its static type does not rule out.
   * This is normal if the objects are of several classes and the expression is written for one.
   */
  public boolean isOfOtherKind() {
    return memberMissing;
  }
}
