package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A function of the language. Its name is one only in front of a bracket, so members and types may
 * have it, too.
 */
enum Function {
  /** A key that stands for the very object. */
  IDENTITY(
      "identity(value)",
      Object.class,
      "a %s has no identity of its own, only a value; leave identity( ) out"),
  /** A new list: the elements of another one, and an item behind them. */
  APPEND(
      "append(list, item)",
      ArrayList.class,
      "append( ) takes a collection, an array or null as its list, not a %s"),
  /** The value where a class of this name is its own or a superclass of that, else nothing. */
  AS("as(value, class)", Object.class, ""),
  /** A key of a session that several conversations may have in common. */
  SHARED("shared(key)", SharedKey.class, "shared( ) takes a key, not a %s"),
  /** A new map: the entries of another one, and a key with its value. */
  PUT(
      "put(map, key, value)",
      LinkedHashMap.class,
      "put( ) takes a Map or null as its map, not a %s");

  private final String label;
  private final Class<?> type;
  private final String refusal;

  Function(String label, Class<?> type, String refusal) {
    this.label = label;
    this.type = type;
    this.refusal = refusal;
  }

  int arity() {
    return label.split(",").length;
  }

  String label() {
    return label;
  }

  String spelling() {
    return label.substring(0, label.indexOf('('));
  }

  static @Nullable Function spelled(String word) {
    return Stream.of(values()).filter(each -> each.spelling().equals(word)).findAny().orElse(null);
  }

  /** Links a call; the place is that of the first argument. */
  Operand link(List<Operand> arguments, Place place) {
    Class<?> first = arguments.get(0).type();
    if (first != Void.class && Modifier.isFinal(first.getModifiers()) && !accepts(first)) {
      throw new ExpressionException(refusal.formatted(first.getTypeName()), place.offset());
    }
    return new Operand(
        type, environment -> call(Operand.values(arguments, environment), environment, place));
  }

  private @Nullable Object call(@Nullable Object[] values, Environment environment, Place place) {
    Object first = values[0];
    if (first != null && this != IDENTITY && !accepts(first.getClass())) {
      throw place.problem(refusal.formatted(first.getClass().getTypeName()));
    }
    return switch (this) {
      case IDENTITY -> first == null ? null : environment.identity(first);
      case SHARED -> first == null ? null : new SharedKey(first);
      case AS -> first != null && isOf(first.getClass(), String.valueOf(values[1])) ? first : null;
      case APPEND -> {
        List<@Nullable Object> longer =
            PathEvaluator.elements(first == null ? List.of() : first, place);
        longer.add(values[1]);
        yield longer;
      }
      case PUT -> {
        Map<@Nullable Object, @Nullable Object> larger = new LinkedHashMap<>();
        if (first instanceof Map<?, ?> entries) {
          PathEvaluator.requireFew(entries.size(), place);
          larger.putAll(entries);
        }
        larger.put(values[1], values[2]);
        yield larger;
      }
    };
  }

  private static boolean isOf(@Nullable Class<?> type, String name) {
    if (type == null || type.getName().equals(name)) {
      return type != null;
    }
    for (Class<?> implemented : type.getInterfaces()) {
      if (isOf(implemented, name)) {
        return true;
      }
    }
    return isOf(type.getSuperclass(), name);
  }

  private boolean accepts(Class<?> argument) {
    return switch (this) {
      case IDENTITY -> !MethodType.methodType(argument).hasWrappers();
      case SHARED, AS -> true;
      case APPEND -> argument.isArray() || Iterable.class.isAssignableFrom(argument);
      case PUT -> Map.class.isAssignableFrom(argument);
    };
  }
}
