package io.loopsentinel.agent.expression;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads along a path.
 *
 * <p>A null met by a null-safe step ends the whole path with null. After {@code [*]} the rest of
 * the path is read from each element and the outcomes, nulls included, make a list. A further
 * {@code [*]} does not nest lists: its elements are added to the same list, and where its path ends
 * early for one element, that one adds nothing.
 */
record PathEvaluator(Evaluator base, List<LinkedStep> steps) implements Evaluator {

  /**
   * A step.
   *
   * @param evaluator reads it; {@code null} for {@code [*]}
   * @param ofOptional whether it is taken on an Optional itself rather than on its value
   */
  record LinkedStep(
      @Nullable StepEvaluator evaluator, boolean nullSafe, boolean ofOptional, Place place) {}

  @Override
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    return follow(base.evaluate(environment), 0, environment);
  }

  private @Nullable Object follow(@Nullable Object start, int from, Environment environment)
      throws Throwable {
    Object value = start;
    for (int i = from; i < steps.size(); i++) {
      LinkedStep step = steps.get(i);
      if (!step.ofOptional()) {
        value = Optionals.unwrap(value);
      }
      if (value == null) {
        if (step.nullSafe()) {
          return null;
        }
        throw step.place().nullBefore();
      }
      StepEvaluator evaluator = step.evaluator();
      if (evaluator == null) {
        return project(value, i + 1, environment, step.place());
      }
      value = evaluator.apply(value, environment);
    }
    return Optionals.unwrap(value);
  }

  private List<@Nullable Object> project(
      Object elements, int next, Environment environment, Place place) throws Throwable {
    boolean flatten = hasProjection(next);
    List<@Nullable Object> results = new ArrayList<>();
    for (Object element : iterable(elements, place)) {
      Object result = follow(element, next, environment);
      if (!flatten) {
        results.add(result);
      } else if (result != null) {
        results.addAll((List<?>) result);
      }
    }
    return results;
  }

  private boolean hasProjection(int from) {
    for (int i = from; i < steps.size(); i++) {
      if (steps.get(i).evaluator() == null) {
        return true;
      }
    }
    return false;
  }

  private static Iterable<?> iterable(Object value, Place place) {
    if (value instanceof Iterable<?> iterable) {
      return iterable;
    }
    if (value instanceof Map<?, ?> map) {
      return map.values();
    }
    if (value.getClass().isArray()) {
      int length = Array.getLength(value);
      List<@Nullable Object> elements = new ArrayList<>(length);
      for (int i = 0; i < length; i++) {
        elements.add(Array.get(value, i));
      }
      return elements;
    }
    throw place.problem(
        place.before()
            + " is a "
            + value.getClass().getTypeName()
            + "; [*] takes a collection, a Map or an array");
  }
}
