package io.loopsentinel.targets.config;

import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.yaml.Origin;
import io.loopsentinel.targets.yaml.ScalarPositions;

/** An expression of a target with its positions in the source; immutable. */
public record SourceExpression(Expression expression, ScalarPositions positions) {

  /** Returns the origin of its first character. */
  public Origin origin() {
    return positions.at(0);
  }

  /** Returns the origin of a character of its text, counted from 0. */
  public Origin at(int offset) {
    return positions.at(offset);
  }
}
