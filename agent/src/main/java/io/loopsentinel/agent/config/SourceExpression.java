package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;
import io.loopsentinel.agent.expression.ExpressionException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A parsed expression and where its characters stand.
 *
 * <p>One that was checked when the agent was built is parsed when it is first asked for: most
 * programs use few of those that ship. Thread-safe.
 */
public final class SourceExpression {

  private final String text;
  private final ScalarPositions positions;
  private final @Nullable Reading reading;
  private final @Nullable TargetKind kind;
  private volatile @Nullable Expression parsed;

  /** Creates an expression that is parsed already. */
  public SourceExpression(Expression expression, ScalarPositions positions) {
    this.text = expression.source();
    this.positions = positions;
    this.reading = null;
    this.kind = null;
    this.parsed = expression;
  }

  /** Creates an expression that stands in its file as it is, from a place on. */
  public SourceExpression(Expression expression, Origin origin) {
    this(expression, ScalarPositions.plain(origin, expression.source()));
  }

  /** Creates an expression that is known to be right, of what stands for a reading. */
  SourceExpression(String text, ScalarPositions positions, Reading reading, TargetKind kind) {
    this.text = text;
    this.positions = positions;
    this.reading = reading;
    this.kind = kind;
  }

  /** Returns the parsed expression, always the same. */
  public Expression expression() {
    Expression known = parsed;
    return known == null ? parse() : known;
  }

  /** Returns the characters of its text, as {@link #expression} has them. */
  String text() {
    return text;
  }

  ScalarPositions positions() {
    return positions;
  }

  /** Returns where it begins. */
  public Origin origin() {
    return positions.at(0);
  }

  /** Returns where a character of its text stands, counted from 0. */
  public Origin at(int offset) {
    return positions.at(offset);
  }

  private synchronized Expression parse() {
    Expression known = parsed;
    if (known == null) {
      try {
        known =
            Expression.parse(
                text, Objects.requireNonNull(reading).usable(Objects.requireNonNull(kind)));
      } catch (ExpressionException e) {
        throw new IllegalStateException("the agent's own expression " + text, e);
      }
      parsed = known;
    }
    return known;
  }
}
