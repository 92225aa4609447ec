package io.loopsentinel.agent.expression;

/** A parsed expression; immutable. */
public final class Expression {

  private final String source;

  private Expression(String source) {
    this.source = source;
  }

  /**
   * Parses an expression.
   *
   * @throws ExpressionException where the text is no expression
   */
  @SuppressWarnings("unused")
  public static Expression parse(String source) throws ExpressionException {
    return new Expression(source);
  }

  /** Returns the text as it was written. */
  public String source() {
    return source;
  }
}
