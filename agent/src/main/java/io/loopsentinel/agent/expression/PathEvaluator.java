package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.MemberFinder.Found;
import io.loopsentinel.agent.expression.Node.Step;
import io.loopsentinel.agent.expression.Operand.Evaluator;
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
record PathEvaluator(Operand base, List<LinkedStep> steps) implements Evaluator {

  /** Elements that an expression reads of one collection, Map or array. */
  private static final int MAX_ELEMENTS = 100_000;

  /** A step; some are taken on an Optional itself rather than on its value. */
  record LinkedStep(
      Step step, Found found, @Nullable List<Operand> arguments, boolean ofOptional, Place place) {}

  @Override
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    return follow(base.evaluate(environment), steps, environment);
  }

  private static @Nullable Object follow(
      @Nullable Object start, List<LinkedStep> steps, Environment environment) throws Throwable {
    Object value = start;
    for (int i = 0; i < steps.size(); i++) {
      LinkedStep linked = steps.get(i);
      if (!linked.ofOptional()) {
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
        requireFew(results.size(), place);
      }
    }
    return results;
  }

  /** Returns a copy of the elements; a collection of the application may be endless. */
  static List<@Nullable Object> elements(Object value, Place place) {
    List<@Nullable Object> elements = new ArrayList<>();
    if (value.getClass().isArray()) {
      requireFew(Array.getLength(value), place);
      for (int i = 0; i < Array.getLength(value); i++) {
        elements.add(Array.get(value, i));
      }
      return elements;
    }
    for (Object element : value instanceof Map<?, ?> map ? map.values() : (Iterable<?>) value) {
      elements.add(element);
      requireFew(elements.size(), place);
    }
    return elements;
  }

  static void requireFew(int size, Place place) {
    if (size > MAX_ELEMENTS) {
      throw place.problem("%s has more than %d elements".formatted(place.before(), MAX_ELEMENTS));
    }
  }

  /** Reads {@code [at]} from a Map, a List or an array. */
  static @Nullable Object element(Object value, @Nullable Object at, Place place) {
    if (value instanceof Map<?, ?> map) {
      try {
        return map.get(at);
      } catch (ClassCastException | NullPointerException unfit) {
        // As Map.get says: a map may refuse keys that it cannot hold.
        throw place.problem(
            "%s is a %s, which takes no %s as a key"
                .formatted(
                    place.before(),
                    map.getClass().getTypeName(),
                    at == null ? "null" : at.getClass().getTypeName()));
      }
    }
    if (!(at instanceof Integer || at instanceof Long)) {
      throw place.problem(place.before() + " takes a whole number in [ ]");
    }
    long index = ((Number) at).longValue();
    int size = value instanceof List<?> list ? list.size() : Array.getLength(value);
    if (index < 0 || index >= size) {
      throw place.problem(
          "%s has %d elements, there is none at [%d]".formatted(place.before(), size, index));
    }
    return value instanceof List<?> list ? list.get((int) index) : Array.get(value, (int) index);
  }
}
