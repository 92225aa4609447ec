package io.loopsentinel.agent.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A linked part of an expression; immutable, for any number of threads. */
interface Evaluator {

  @Nullable Object evaluate(Environment environment) throws Throwable;

  /** A value known when the expression is linked. */
  record Constant(@Nullable Object value) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) {
      return value;
    }
  }

  record Argument(int index) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) {
      return environment.argument(index);
    }
  }

  record VariableValue(Variable variable) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) {
      return environment.variable(variable);
    }
  }

  /** Unwraps the Optional that a value may be in, where no path around it does. */
  record Unwrapped(Evaluator inner) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) throws Throwable {
      return Optionals.unwrap(inner.evaluate(environment));
    }
  }

  /** Builds a list that the application may change. */
  record NewList(List<Evaluator> elements) implements Evaluator {

    @Override
    public Object evaluate(Environment environment) throws Throwable {
      List<@Nullable Object> list = new ArrayList<>(elements.size());
      for (Evaluator element : elements) {
        list.add(element.evaluate(environment));
      }
      return list;
    }
  }

  /** Builds a map that the application may change, in the order it was written. */
  record NewMap(List<String> keys, List<Evaluator> values) implements Evaluator {

    @Override
    public Object evaluate(Environment environment) throws Throwable {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), values.get(i).evaluate(environment));
      }
      return map;
    }
  }

  /** A value, or {@code null} where its text is one that stands for none. */
  record NoPlaceholder(Evaluator inner, Set<String> placeholders) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) throws Throwable {
      Object value = Optionals.unwrap(inner.evaluate(environment));
      return value == null || placeholders.contains(value.toString()) ? null : value;
    }
  }

  /** The first of several values that is there. */
  record FirstPresent(List<Evaluator> operands) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) throws Throwable {
      Object value = null;
      for (int i = 0; i < operands.size() && value == null; i++) {
        value = Optionals.unwrap(operands.get(i).evaluate(environment));
      }
      return value;
    }
  }
}
