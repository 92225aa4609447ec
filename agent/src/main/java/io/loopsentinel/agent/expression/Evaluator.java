package io.loopsentinel.agent.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the value of a linked part of an expression; immutable, safe for any thread. */
interface Evaluator {

  @Nullable Object evaluate(Environment environment) throws Throwable;

  /** A value known when the expression is linked. */
  record Constant(@Nullable Object value) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) {
      return value;
    }
  }

  /**
   * A linked part together with what is known about its value.
   *
   * @param type its static type, boxed; {@link Void} where the value is always {@code null}
   */
  record Operand(Evaluator evaluator, Class<?> type) {}

  /** Returns the values of several parts, evaluated in their order. */
  static @Nullable Object[] values(List<Operand> operands, Environment environment)
      throws Throwable {
    @Nullable Object[] values = new Object[operands.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = operands.get(i).evaluator().evaluate(environment);
    }
    return values;
  }
}
