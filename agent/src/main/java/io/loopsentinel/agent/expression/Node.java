package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Tokens.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a parsed expression; immutable, and linked for each method anew. */
interface Node {

  Operand link(Linking linking);

  /** Whether its value is a list with one element for each of several things. */
  default boolean isProjection() {
    return false;
  }

  /** {@code a ?? b ?? c}: two operands or more, the first that is not null counts. */
  record Fallback(List<Node> operands) implements Node {

    @Override
    public Operand link(Linking linking) {
      return linking.fallback(linking.operands(operands));
    }

    @Override
    public boolean isProjection() {
      return operands.stream().anyMatch(Node::isProjection);
    }
  }

  /**
   * A value and what is read from it. Where it has no step it just unwraps an Optional, which a
   * first step may be taken on itself.
   */
  record Path(int offset, Node base, List<Step> steps) implements Node {

    @Override
    public Operand link(Linking linking) {
      return linking.path(this);
    }

    @Override
    public boolean isProjection() {
      return base.isProjection() || steps.stream().anyMatch(Step.Each.class::isInstance);
    }
  }

  /** One step of a path; where it is null-safe, a null before it ends the whole path with null. */
  sealed interface Step {

    /** Where the dot or bracket stands, in characters from the start of the expression's text. */
    int offset();

    boolean nullSafe();

    /** A property, or a call of a method where there are arguments. */
    record Member(int offset, boolean nullSafe, Token name, @Nullable List<Node> arguments)
        implements Step {}

    record Index(int offset, boolean nullSafe, Node key) implements Step {}

    record Each(int offset, boolean nullSafe) implements Step {}
  }
}
