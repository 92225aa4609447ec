package io.loopsentinel.targets.expression;

import io.loopsentinel.targets.expression.Tokens.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a parsed expression; immutable. It is linked separately for each method. */
interface Node {

  Operand link(Linking linking);

  /** Returns whether the value is a list with one element for each of several objects. */
  default boolean isProjection() {
    return false;
  }

  /** {@code a ?? b ?? c}: the first of at least two operands that is not null. */
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
   * A value and the steps that are read from it. Without steps it only unwraps an Optional; a first
   * step may apply to the Optional itself.
   */
  record Path(int offset, Node base, List<Step> steps) implements Node {

    @Override
    public Operand link(Linking linking) {
      return linking.path(this);
    }

    @Override
    public boolean isProjection() {
      return steps.stream().anyMatch(Step::isEach) || base.isProjection();
    }
  }

  /**
   * One step of a path: with a name a member, with arguments too a method, with one argument only
   * an index, with neither {@code [*]}.
   *
   * @param offset the offset of the dot or bracket in the text, in characters
   * @param nullSafe whether a null before it makes the entire path null
   */
  record Step(int offset, boolean nullSafe, @Nullable Token name, @Nullable List<Node> arguments) {

    boolean isEach() {
      return name == null && arguments == null;
    }
  }
}
