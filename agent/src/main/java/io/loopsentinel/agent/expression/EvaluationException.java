package io.loopsentinel.agent.expression;

import org.jspecify.annotations.Nullable;

/**
 * An expression met a value it cannot go on with; the message says which part of it and what to do.
 * The cause is what a member of the application threw, if one did; the message does not quote it.
 *
 * <p>It has no stack trace: the place that matters is the one in the expression, and a guarded
 * method may meet it on every call.
 */
public final class EvaluationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Expression expression;
  private final int offset;
  private final boolean ofOtherKind;

  /** Creates one about the value of a whole expression; the message quotes no values. */
  public EvaluationException(String message, Expression expression) {
    this(message, expression, 0, false, null);
  }

  EvaluationException(
      String message,
      Expression expression,
      int offset,
      boolean ofOtherKind,
      @Nullable Throwable cause) {
    super(message, cause, false, false);
    this.expression = expression;
    this.offset = offset;
    this.ofOtherKind = ofOtherKind;
  }

  public Expression expression() {
    return expression;
  }

  /** Returns where in the expression's text the problem is, in characters from 0. */
  public int offset() {
    return offset;
  }

  /**
   * Whether the class of an object lacks a member that its static type leaves open, as where there
   * are several kinds of it and the expression is for one.
   */
  public boolean isOfOtherKind() {
    return ofOtherKind;
  }
}
