package io.loopsentinel.agent.expression;

/**
 * An expression met a value it cannot go on with; the message says which part of it and what to do.
 *
 * <p>Thrown for what is wrong with the expression: a null, a missing member, an index out of range.
 * What an application's member throws is passed on as it is. It has no stack trace: the place that
 * matters is the one in the expression, and a guarded method may meet it on every call.
 */
public final class EvaluationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message quotes the expression and no values
   */
  public EvaluationException(String message) {
    super(message, null, false, false);
  }
}
