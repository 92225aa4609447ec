package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Operand;
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
  IDENTITY("identity", 1, "identity(value)") {
    @Override
    Operand link(List<Operand> arguments, Place place) throws ExpressionException {
      Operand object = arguments.get(0);
      if (object.type() != Void.class && MethodType.methodType(object.type()).hasWrappers()) {
        throw new ExpressionException(
            "a "
                + object.type().getTypeName()
                + " has no identity of its own, only a value; leave identity( ) out",
            place.offset());
      }
      return new Operand(
          environment -> {
            Object value = object.evaluator().evaluate(environment);
            return value == null ? null : environment.identity(value);
          },
          Object.class);
    }
  },

  /** A new list: the elements of another one, and an item behind them. */
  APPEND("append", 2, "append(list, item)") {
    @Override
    Operand link(List<Operand> arguments, Place place) throws ExpressionException {
      Class<?> type = arguments.get(0).type();
      if (type != Void.class
          && !type.isArray()
          && !Iterable.class.isAssignableFrom(type)
          && Modifier.isFinal(type.getModifiers())) {
        throw new ExpressionException(notAList(type), place.offset());
      }
      return new Operand(
          environment -> {
            @Nullable Object[] values = Evaluator.values(arguments, environment);
            List<@Nullable Object> longer = new ArrayList<>();
            if (values[0] != null) {
              Iterable<?> elements = PathEvaluator.elements(values[0]);
              if (elements == null) {
                throw place.problem(notAList(values[0].getClass()));
              }
              elements.forEach(longer::add);
            }
            longer.add(values[1]);
            return longer;
          },
          ArrayList.class);
    }
  },

  /** A key of a session that several conversations may have in common. */
  SHARED("shared", 1, "shared(key)") {
    @Override
    Operand link(List<Operand> arguments, Place place) {
      return new Operand(
          environment -> {
            Object key = arguments.get(0).evaluator().evaluate(environment);
            return key == null ? null : new SharedKey(key);
          },
          SharedKey.class);
    }
  },

  /** A new map: the entries of another one, and a key with its value. */
  PUT("put", 3, "put(map, key, value)") {
    @Override
    Operand link(List<Operand> arguments, Place place) throws ExpressionException {
      Class<?> type = arguments.get(0).type();
      if (type != Void.class
          && !Map.class.isAssignableFrom(type)
          && Modifier.isFinal(type.getModifiers())) {
        throw new ExpressionException(notAMap(type), place.offset());
      }
      return new Operand(
          environment -> {
            @Nullable Object[] values = Evaluator.values(arguments, environment);
            Map<@Nullable Object, @Nullable Object> larger = new LinkedHashMap<>();
            if (values[0] instanceof Map<?, ?> entries) {
              larger.putAll(entries);
            } else if (values[0] != null) {
              throw place.problem(notAMap(values[0].getClass()));
            }
            larger.put(values[1], values[2]);
            return larger;
          },
          LinkedHashMap.class);
    }
  };

  private final String spelling;
  private final int arity;
  private final String label;

  Function(String spelling, int arity, String label) {
    this.spelling = spelling;
    this.arity = arity;
    this.label = label;
  }

  /**
   * Links a call.
   *
   * @param arguments as many as the function has parameters
   * @param place where the first of them stands
   */
  abstract Operand link(List<Operand> arguments, Place place) throws ExpressionException;

  /** Returns how many arguments it takes. */
  int arity() {
    return arity;
  }

  /** Returns how it is written, for messages. */
  String label() {
    return label;
  }

  static @Nullable Function spelled(String word) {
    return Stream.of(values()).filter(each -> each.spelling.equals(word)).findFirst().orElse(null);
  }

  /** Returns the names of all functions. */
  static Stream<String> spellings() {
    return Stream.of(values()).map(function -> function.spelling);
  }

  private static String notAList(Class<?> type) {
    return "append( ) takes a collection, an array or null as its list, not a "
        + type.getTypeName();
  }

  private static String notAMap(Class<?> type) {
    return "put( ) takes a Map or null as its map, not a " + type.getTypeName();
  }
}
