package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Links the functions of the language. */
final class Functions {

  private Functions() {}

  /**
   * Links a call.
   *
   * @param arguments as many as the function has parameters
   */
  static Operand link(Node.FunctionCall call, List<Operand> arguments, String source)
      throws ExpressionException {
    Operand first = arguments.get(0);
    int offset = call.arguments().get(0).offset();
    return switch (call.function()) {
      case IDENTITY -> identity(first, offset);
      case APPEND -> append(first, arguments.get(1), new Place(source, offset, offset));
      case SHARED -> new Operand(new Shared(first.evaluator()), SharedKey.class);
      case PUT -> put(first, arguments.get(1), arguments.get(2), new Place(source, offset, offset));
    };
  }

  private static Operand identity(Operand value, int offset) throws ExpressionException {
    if (value.type() != Void.class && MethodType.methodType(value.type()).hasWrappers()) {
      throw new ExpressionException(
          "a "
              + value.type().getTypeName()
              + " has no identity of its own, only a value; leave identity( ) out",
          offset);
    }
    return new Operand(new Identity(value.evaluator()), Object.class);
  }

  private static Operand append(Operand list, Operand item, Place place)
      throws ExpressionException {
    Class<?> type = list.type();
    if (type != Void.class
        && !type.isArray()
        && !Iterable.class.isAssignableFrom(type)
        && Modifier.isFinal(type.getModifiers())) {
      throw new ExpressionException(notAList(type), place.offset());
    }
    return new Operand(new Append(list.evaluator(), item.evaluator(), place), ArrayList.class);
  }

  private static Operand put(Operand map, Operand key, Operand value, Place place)
      throws ExpressionException {
    Class<?> type = map.type();
    if (type != Void.class
        && !Map.class.isAssignableFrom(type)
        && Modifier.isFinal(type.getModifiers())) {
      throw new ExpressionException(notAMap(type), place.offset());
    }
    return new Operand(
        new Put(map.evaluator(), key.evaluator(), value.evaluator(), place), LinkedHashMap.class);
  }

  private static String notAMap(Class<?> type) {
    return "put( ) takes a Map or null as its map, not a " + type.getTypeName();
  }

  private static String notAList(Class<?> type) {
    return "append( ) takes a collection, an array or null as its list, not a "
        + type.getTypeName();
  }

  private record Identity(Evaluator value) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) throws Throwable {
      Object object = value.evaluate(environment);
      return object == null ? null : environment.identity(object);
    }
  }

  private record Shared(Evaluator key) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) throws Throwable {
      Object value = key.evaluate(environment);
      return value == null ? null : new SharedKey(value);
    }
  }

  private record Append(Evaluator list, Evaluator item, Place place) implements Evaluator {

    @Override
    public Object evaluate(Environment environment) throws Throwable {
      List<@Nullable Object> longer = copy(list.evaluate(environment));
      longer.add(item.evaluate(environment));
      return longer;
    }

    private List<@Nullable Object> copy(@Nullable Object value) {
      if (value instanceof Collection<?> collection) {
        return new ArrayList<>(collection);
      }
      List<@Nullable Object> elements = new ArrayList<>();
      if (value instanceof Iterable<?> iterable) {
        iterable.forEach(elements::add);
      } else if (value != null && value.getClass().isArray()) {
        int length = Array.getLength(value);
        for (int i = 0; i < length; i++) {
          elements.add(Array.get(value, i));
        }
      } else if (value != null) {
        throw place.problem(notAList(value.getClass()));
      }
      return elements;
    }
  }

  private record Put(Evaluator map, Evaluator key, Evaluator item, Place place)
      implements Evaluator {

    @Override
    public Object evaluate(Environment environment) throws Throwable {
      Object value = map.evaluate(environment);
      if (value != null && !(value instanceof Map)) {
        throw place.problem(notAMap(value.getClass()));
      }
      Map<@Nullable Object, @Nullable Object> larger = new LinkedHashMap<>();
      if (value instanceof Map<?, ?> entries) {
        larger.putAll(entries);
      }
      larger.put(key.evaluate(environment), item.evaluate(environment));
      return larger;
    }
  }
}
