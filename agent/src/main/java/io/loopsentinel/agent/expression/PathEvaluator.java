package io.loopsentinel.agent.expression;

import java.lang.reflect.Array;
import java.util.AbstractList;
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

  /** Takes a step from a value, which is never {@code null}; immutable. */
  interface StepEvaluator {
    @Nullable Object apply(Object value, Environment environment) throws Throwable;
  }

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
        value = Conversion.unwrap(value);
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
    return Conversion.unwrap(value);
  }

  private List<@Nullable Object> project(
      Object value, int next, Environment environment, Place place) throws Throwable {
    Iterable<?> elements = value instanceof Map<?, ?> map ? map.values() : elements(value);
    if (elements == null) {
      throw place.problem(place.notIterable(value.getClass()));
    }
    boolean flatten =
        steps.subList(next, steps.size()).stream().anyMatch(step -> step.evaluator() == null);
    List<@Nullable Object> results = new ArrayList<>();
    for (Object element : elements) {
      Object result = follow(element, next, environment);
      if (!flatten) {
        results.add(result);
      } else if (result != null) {
        results.addAll((List<?>) result);
      }
    }
    return results;
  }

  /** Returns the elements of an Iterable or an array, {@code null} for anything else. */
  static @Nullable Iterable<?> elements(Object value) {
    if (value instanceof Iterable<?> iterable) {
      return iterable;
    }
    return value.getClass().isArray() ? new ArrayView(value) : null;
  }

  /** Whether {@link #element} can read from a value. */
  static boolean isIndexed(Object value) {
    return value instanceof Map || value instanceof List || value.getClass().isArray();
  }

  /** Reads {@code [at]} from a Map, a List or an array. */
  static @Nullable Object element(Object value, @Nullable Object at, Place place) {
    if (value instanceof Map<?, ?> map) {
      try {
        return map.get(at);
      } catch (ClassCastException | NullPointerException unfit) {
        // As Map.get says: a map may refuse keys that it cannot hold.
        throw place.problem(
            place.before()
                + " is a "
                + map.getClass().getTypeName()
                + ", which takes no "
                + (at == null ? "null" : at.getClass().getTypeName())
                + " as a key");
      }
    }
    List<?> list = value instanceof List<?> elements ? elements : new ArrayView(value);
    if (!(at instanceof Integer || at instanceof Long)) {
      throw place.problem(place.before() + " takes a whole number in [ ]");
    }
    long index = ((Number) at).longValue();
    if (index < 0 || index >= list.size()) {
      throw place.problem(
          place.before() + " has " + list.size() + " elements, there is none at [" + index + "]");
    }
    return list.get((int) index);
  }

  /** An array, of primitives too, as a list. */
  private static final class ArrayView extends AbstractList<@Nullable Object> {

    private final Object array;

    ArrayView(Object array) {
      this.array = array;
    }

    @Override
    public @Nullable Object get(int index) {
      return Array.get(array, index);
    }

    @Override
    public int size() {
      return Array.getLength(array);
    }
  }
}
