package io.loopsentinel.targets.expression;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed expression; immutable. Two are equal if their sources are.
 *
 * @param variables the variables that it uses, in the order of the enum; unmodifiable
 * @param takesIdentity whether it uses {@code identity(value)}
 * @param isProjection whether the value is a list with one element for each of several objects:
 *     {@code [*]} is in its path or in that of a fallback, not only in an argument
 * @param operands the text of each operand of {@code ??}, or the entire text; unmodifiable
 */
public record Expression(
    String source,
    Node root,
    Set<Variable> variables,
    boolean takesIdentity,
    boolean isProjection,
    List<String> operands) {

  /**
   * Parses an expression.
   *
   * @param source at most {@value Parser#MAX_LENGTH} characters, nested at most {@value
   *     Parser#MAX_DEPTH} deep
   * @throws ExpressionException if the text is not an expression
   */
  public static Expression parse(String source) {
    return parse(source, List.of(Variable.values()));
  }

  /**
   * Parses an expression for a context in which not every variable exists.
   *
   * @param usable the variables to list in a message about an unknown name; others are also parsed
   */
  public static Expression parse(String source, List<Variable> usable) {
    return new Parser(source, usable).parse();
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
