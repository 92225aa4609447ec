package io.loopsentinel.targets.expression;

import io.loopsentinel.targets.expression.MemberFinder.Found;
import io.loopsentinel.targets.expression.Node.Step;
import io.loopsentinel.targets.expression.Operand.Evaluator;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a path.
 *
 * <p>A null before a null-safe step makes the entire path null. After {@code [*]} the rest of the
 * path is evaluated for each element, and the results, including nulls, form a list. A further
 * {@code [*]} does not nest lists: its elements are added to the same list, and an element for
 * which the path ends early adds nothing.
 */
record PathEvaluator(Operand base, List<LinkedStep> steps) implements Evaluator {

  /** Maximum elements that an expression reads from a collection, Map or array. */
  private static final int MAX_ELEMENTS = 100_000;

  /** A linked step; {@code onOptional} if it applies to an Optional itself, not to its value. */
  record LinkedStep(
      Step step, Found found, @Nullable List<Operand> arguments, boolean onOptional, Place place) {}

  @Override
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    return follow(base.evaluate(environment), steps, environment);
  }

  private static @Nullable Object follow(
      @Nullable Object start, List<LinkedStep> steps, Environment environment) throws Throwable {
    Object value = start;
    for (int i = 0; i < steps.size(); i++) {
      LinkedStep linked = steps.get(i);
      if (!linked.onOptional()) {
        value = Conversion.unwrap(value);
      }
      if (value == null && linked.step().nullSafe()) {
        return null;
      }
      if (value == null) {
        throw linked.place().nullBefore();
      }
      if (linked.step().isEach()) {
        return project(value, linked.place(), steps.subList(i + 1, steps.size()), environment);
      }
      Object[] arguments = Operand.values(linked.arguments(), environment);
      value = linked.found().invoker().invoke(value, arguments);
    }
    return Conversion.unwrap(value);
  }

  private static List<@Nullable Object> project(
      Object value, Place place, List<LinkedStep> rest, Environment environment) throws Throwable {
    if (!(value instanceof Iterable || value instanceof Map || value.getClass().isArray())) {
      throw place.problem(place.notIterable(value.getClass()));
    }
    boolean flatten = rest.stream().anyMatch(linked -> linked.step().isEach());
    List<@Nullable Object> results = new ArrayList<>();
    for (Object element : elements(value, place)) {
      Object result = follow(element, rest, environment);
      if (!flatten) {
        results.add(result);
      } else if (result != null) {
        results.addAll((List<?>) result);
        checkSize(results.size(), place);
      }
    }
    return results;
  }

  /** Returns a copy of the elements, limited because the collection may be infinite. */
  static List<@Nullable Object> elements(Object value, Place place) {
    List<@Nullable Object> elements = new ArrayList<>();
    if (value.getClass().isArray()) {
      checkSize(Array.getLength(value), place);
      for (int i = 0; i < Array.getLength(value); i++) {
        elements.add(Array.get(value, i));
      }
      return elements;
    }
    for (Object element : value instanceof Map<?, ?> map ? map.values() : (Iterable<?>) value) {
      elements.add(element);
      checkSize(elements.size(), place);
    }
    return elements;
  }

  static void checkSize(int size, Place place) {
    if (size > MAX_ELEMENTS) {
      throw place.problem("%s has more than %s elements".formatted(place.before(), MAX_ELEMENTS));
    }
  }

  /** Reads {@code [key]} from a Map, a List or an array. */
  static @Nullable Object element(Object value, @Nullable Object key, Place place) {
    if (value instanceof Map<?, ?> map) {
      try {
        return map.get(key);
      } catch (ClassCastException | NullPointerException unfit) {
        // Documented for Map.get: a map may reject keys that it cannot hold.
        throw place.problem(
            "%s is a %s, which does not accept %s as a key"
                .formatted(
                    place.before(),
                    map.getClass().getTypeName(),
                    key == null ? "null" : key.getClass().getTypeName()));
      }
    }
    if (!(key instanceof Integer || key instanceof Long)) {
      throw place.problem(place.before() + " requires an integer in [ ]");
    }
    long index = ((Number) key).longValue();
    int size = value instanceof List<?> list ? list.size() : Array.getLength(value);
    if (index < 0 || index >= size) {
      throw place.problem(
          "%s has %s elements, there is none at [%s]".formatted(place.before(), size, index));
    }
    return value instanceof List<?> list ? list.get((int) index) : Array.get(value, (int) index);
  }
}
