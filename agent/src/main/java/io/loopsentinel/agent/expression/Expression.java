package io.loopsentinel.agent.expression;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed expression; immutable. Two are equal when they are written alike.
 *
 * @param source the text as it was written
 * @param variables those that it uses, in the order of the enum; unmodifiable
 */
public record Expression(String source, Node root, Set<Variable> variables) {

  /**
   * Parses an expression.
   *
   * @param source at most {@value Parser#MAX_LENGTH} characters, nested at most {@value
   *     Parser#MAX_DEPTH} deep
   * @throws ExpressionException where the text is no expression
   */
  public static Expression parse(String source) {
    return parse(source, List.of(Variable.values()));
  }

  /**
   * Parses an expression for a place where not every variable exists.
   *
   * @param usable the variables that a message about an unknown name offers; others are parsed, too
   */
  public static Expression parse(String source, List<Variable> usable) {
    return new Parser(source, usable).parse();
  }

  /**
   * Whether its value is a list with one element for each of several things: a {@code [*]} stands
   * in its path, or in one that it falls back to, and not just in an argument.
   */
  public boolean isProjection() {
    return root.isProjection();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Expression that && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return source;
  }
}
