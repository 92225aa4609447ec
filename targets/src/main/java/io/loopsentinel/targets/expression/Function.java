package io.loopsentinel.targets.expression;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A function of the language. Its name is reserved only before a parenthesis, so members and types
 * can have the same name.
 */
enum Function {
  /** Returns a key for the identity of an object. */
  IDENTITY("identity(value)", Object.class, "a %s has no identity, only a value; omit identity( )"),
  /** Returns a copy of a list with an item appended. */
  APPEND(
      "append(list, item)",
      ArrayList.class,
      "append( ) takes a collection, an array or null as its list, not a %s"),
  /** Returns the value if its class or a supertype has this name, otherwise null. */
  AS("as(value, class)", Object.class, ""),
  /** Returns a session key that several conversations may share. */
  SHARED("shared(key)", SharedKey.class, "shared( ) takes a key, not a %s"),
  /** Returns a copy of a map with an entry added. */
  PUT(
      "put(map, key, value)",
      LinkedHashMap.class,
      "put( ) takes a Map or null as its map, not a %s");

  private final String label;
  private final Class<?> type;
  private final String rejection;

  Function(String label, Class<?> type, String rejection) {
    this.label = label;
    this.type = type;
    this.rejection = rejection;
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

  static @Nullable Function ofSpelling(String word) {
    return Stream.of(values()).filter(each -> each.spelling().equals(word)).findAny().orElse(null);
  }

  /** Links a call; {@code place} is that of the first argument. */
  Operand link(List<Operand> arguments, Place place) {
    Class<?> first = arguments.get(0).type();
    if (first != Void.class && Modifier.isFinal(first.getModifiers()) && !acceptsFirst(first)) {
      throw new ExpressionException(rejection.formatted(first.getTypeName()), place.offset());
    }
    return new Operand(
        type, environment -> call(Operand.values(arguments, environment), environment, place));
  }

  private @Nullable Object call(@Nullable Object[] values, Environment environment, Place place) {
    Object first = values[0];
    if (first != null && this != IDENTITY && !acceptsFirst(first.getClass())) {
      throw place.problem(rejection.formatted(first.getClass().getTypeName()));
    }
    return switch (this) {
      case IDENTITY -> first == null ? null : environment.identity(first);
      case SHARED -> first == null ? null : new SharedKey(first);
      case AS -> first != null && isOf(first.getClass(), String.valueOf(values[1])) ? first : null;
      case APPEND -> {
        List<@Nullable Object> copy =
            PathEvaluator.elements(first == null ? List.of() : first, place);
        copy.add(values[1]);
        yield copy;
      }
      case PUT -> {
        Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
        if (first instanceof Map<?, ?> entries) {
          PathEvaluator.checkSize(entries.size(), place);
          copy.putAll(entries);
        }
        copy.put(values[1], values[2]);
        yield copy;
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

  private boolean acceptsFirst(Class<?> argument) {
    return switch (this) {
      case IDENTITY -> !MethodType.methodType(argument).hasWrappers();
      case SHARED, AS -> true;
      case APPEND -> argument.isArray() || Iterable.class.isAssignableFrom(argument);
      case PUT -> Map.class.isAssignableFrom(argument);
    };
  }
}
