package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.expression.ExpressionException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.expression.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links single expressions to a method, and keeps what there is to say about them; for one use. */
final class ExpressionLinking {

  private final GuardedMethod guarded;
  private final Linker linker;
  private final List<LinkedReading> linked = new ArrayList<>();
  private final List<LinkingRemark> remarks = new ArrayList<>();

  ExpressionLinking(GuardedMethod guarded, Linker linker) {
    this.guarded = guarded;
    this.linker = linker;
  }

  /** Returns all that were linked, in their order. */
  List<LinkedReading> linked() {
    return linked;
  }

  List<LinkingRemark> remarks() {
    return remarks;
  }

  /** Links an expression of a target, if it has it. */
  @Nullable LinkedExpression link(String key, @Nullable SourceExpression source)
      throws UnfitTargetException {
    return source == null ? null : link(key, source, Set.of());
  }

  /**
   * Links an expression some of whose values stand for none.
   *
   * @param placeholders the texts of such values
   */
  LinkedExpression link(String key, SourceExpression source, Set<String> placeholders)
      throws UnfitTargetException {
    try {
      LinkedExpression expression =
          linker.link(source.expression(), Signature.of(guarded.method()), placeholders);
      linked.add(new LinkedReading(key, source, expression));
      return expression;
    } catch (ExpressionException problem) {
      throw new UnfitTargetException(
          "%s: %s; in `%s`. %s is switched off: its calls run unguarded."
              .formatted(
                  source.at(problem.offset()),
                  problem.getMessage(),
                  source.expression().source(),
                  guarded.describe()),
          problem);
    }
  }

  /** Links an expression whose values are of use if they are of one type only. */
  @Nullable LinkedExpression typed(
      String key, @Nullable SourceExpression source, Class<?> wanted, String consequence)
      throws UnfitTargetException {
    LinkedExpression expression = link(key, source);
    if (source == null || expression == null || expression.expression().isProjection()) {
      return expression;
    }
    Class<?> type = expression.type();
    // A wider static type may still hold a fitting value.
    if (type != Void.class
        && !type.isInterface()
        && !wanted.isAssignableFrom(type)
        && !type.isAssignableFrom(wanted)) {
      mistake(
          source,
          "%s gives a %s, which is no %s; %s"
              .formatted(key, type.getTypeName(), wanted.getSimpleName(), consequence));
    }
    return expression;
  }

  /** Says that an expression is of no use here. */
  void mistake(SourceExpression source, String text) {
    remarks.add(new LinkingRemark(true, text + " (" + source.origin() + ")"));
  }

  /** Says what the method keeps a target from doing. */
  void remark(String text) {
    remarks.add(new LinkingRemark(false, text));
  }
}
