package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;

/**
 * An expression and where its characters stand.
 *
 * @param expression the parsed expression
 * @param positions of its text in the file
 */
public record SourceExpression(Expression expression, ScalarPositions positions) {

  /** Creates an expression that stands in its file as it is, from a place on. */
  public SourceExpression(Expression expression, Origin origin) {
    this(expression, ScalarPositions.plain(origin, expression.source()));
  }

  /** Returns where it begins. */
  public Origin origin() {
    return positions.at(0);
  }

  /** Returns where a character of its text stands, counted from 0. */
  public Origin at(int offset) {
    return positions.at(offset);
  }
}
