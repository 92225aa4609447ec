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
      return base.isProjection() || steps.stream().anyMatch(Step::isEach);
    }
  }

  /**
   * One step of a path: a member where there is a name, a method where there are arguments, too; an
   * index where there is just one argument; {@code [*]} where there is neither.
   *
   * @param offset where the dot or bracket stands, in characters from the start of the text
   * @param nullSafe whether a null before it ends the whole path with null
   */
  record Step(int offset, boolean nullSafe, @Nullable Token name, @Nullable List<Node> arguments) {

    boolean isEach() {
      return name == null && arguments == null;
    }
  }
}
