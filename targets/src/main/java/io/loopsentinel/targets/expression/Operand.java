package io.loopsentinel.targets.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A linked part of an expression. Immutable and thread-safe. */
record Operand(StaticType staticType, Evaluator evaluator) {

  Operand(Class<?> type, Evaluator evaluator) {
    this(StaticType.of(type), evaluator);
  }

  Class<?> type() {
    return staticType.raw();
  }

  interface Evaluator {
    @Nullable Object evaluate(Environment environment) throws Throwable;
  }

  /** A value known when the expression is linked. */
  record Constant(@Nullable Object value) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) {
      return value;
    }
  }

  static Operand constant(@Nullable Object value) {
    return new Operand(value == null ? Void.class : value.getClass(), new Constant(value));
  }

  @Nullable Object evaluate(Environment environment) throws Throwable {
    return evaluator.evaluate(environment);
  }

  static @Nullable Object[] values(@Nullable List<Operand> operands, Environment environment)
      throws Throwable {
    if (operands == null) {
      return new Object[0];
    }
    @Nullable Object[] values = new Object[operands.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = operands.get(i).evaluate(environment);
    }
    return values;
  }
}
