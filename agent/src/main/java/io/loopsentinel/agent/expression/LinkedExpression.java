package io.loopsentinel.agent.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression bound to one method; immutable, for any number of threads.
 *
 * <p>Refers to classes of the application: keep it no longer than the guarded class itself.
 */
public final class LinkedExpression {

  private final Expression expression;
  private final Operand root;
  private final List<ExpressionException> notes;

  LinkedExpression(Expression expression, Operand root, List<ExpressionException> notes) {
    this.expression = expression;
    this.root = root;
    this.notes = notes;
  }

  /**
   * Evaluates the expression.
   *
   * <p>An Optional that was read is unwrapped; one that the expression itself built, as with {@code
   * java.util.Optional::of(message)}, is not.
   *
   * @throws EvaluationException where a null, a missing member or an unfit value is met
   * @throws Throwable what a member of the application throws, as it is
   */
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    return root.evaluate(environment);
  }

  /**
   * Returns the static type of the value, as far as it is known: {@link Object} where it is not,
   * the boxed type for a primitive, {@link Void} where the value is always {@code null}.
   */
  public Class<?> type() {
    return root.type();
  }

  /** Returns the expression that was linked. */
  public Expression expression() {
    return expression;
  }

  /**
   * Returns what could not be checked: members that a static type lacks and that are looked for in
   * the run-time class. Each may be a misspelling, worded as if it were; unmodifiable.
   */
  public List<ExpressionException> notes() {
    return notes;
  }
}
