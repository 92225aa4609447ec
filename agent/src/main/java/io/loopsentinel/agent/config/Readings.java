package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a target.
 *
 * @param expressions those that it has
 * @param injected which argument {@link Reading#INJECT} replaces, from 0
 */
public record Readings(Map<Reading, SourceExpression> expressions, int injected) {

  public Readings {
    Map<Reading, SourceExpression> copy = new EnumMap<>(Reading.class);
    copy.putAll(expressions);
    expressions = copy;
  }

  /** Returns an expression, or {@code null} where the target has none. */
  public @Nullable SourceExpression get(Reading reading) {
    return expressions.get(reading);
  }

  /** Returns where an expression of the target was written, if it is one of them. */
  @SuppressWarnings("ReferenceEquality") // Two of them may be written alike.
  public Optional<SourceExpression> find(Expression expression) {
    return expressions.values().stream()
        .filter(each -> each.expression() == expression)
        .findFirst();
  }
}
