package io.loopsentinel.agent.expression;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code [key]} from a Map, a List or an array, or with {@code get(key)} from anything else
 * that has it, such as the JSON trees of several libraries.
 */
record IndexEvaluator(Evaluator key, RuntimeMembers getters, Place place) implements StepEvaluator {

  @Override
  public @Nullable Object apply(Object value, Environment environment) throws Throwable {
    Object at = Optionals.unwrap(key.evaluate(environment));
    if (value instanceof Map<?, ?> map) {
      return ofMap(map, at);
    }
    if (value instanceof List<?> list) {
      return list.get(index(at, list.size()));
    }
    if (value.getClass().isArray()) {
      return Array.get(value, index(at, Array.getLength(value)));
    }
    return (Object) getters.handle(value, place).invokeExact(new @Nullable Object[] {value, at});
  }

  private @Nullable Object ofMap(Map<?, ?> map, @Nullable Object at) {
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

  private int index(@Nullable Object at, int size) {
    if (!(at instanceof Integer || at instanceof Long)) {
      throw place.problem(place.before() + " takes a whole number in [ ]");
    }
    long index = ((Number) at).longValue();
    if (index < 0 || index >= size) {
      throw place.problem(
          place.before() + " has " + size + " elements, there is none at [" + index + "]");
    }
    return (int) index;
  }
}
