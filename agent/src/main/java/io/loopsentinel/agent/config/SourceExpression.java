package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;

/** An expression of a target, and where its characters stand; immutable. */
public record SourceExpression(Expression expression, ScalarPositions positions) {

  /** Returns where it begins. */
  public Origin origin() {
    return positions.at(0);
  }

  /** Returns where a character of its text stands, counted from 0. */
  public Origin at(int offset) {
    return positions.at(offset);
  }
}
