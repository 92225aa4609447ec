package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Constant;
import io.loopsentinel.agent.expression.Evaluator.Operand;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Passes values on as another type: unwraps what was read, fits what is passed as a parameter.
 *
 * <p>{@link Optional} and its primitive kin stand for their values, an empty one for null. A whole
 * number becomes any numeric type that holds it, text of one character becomes a {@code char}, and
 * a value or null becomes an Optional where one is wanted. All else has to fit as it is.
 */
final class Conversion {

  /** How well an argument fits a parameter, the best first. */
  enum Fit {
    EXACT,
    SUBTYPE,
    CONVERTED,
    /** Only the value itself can tell. */
    CHECKED,
    NONE
  }

  /** Numeric types in the order of JLS 5.1.2: each is widened to any that follows it. */
  private static final List<Class<?>> NUMBERS =
      List.of(Byte.class, Short.class, Integer.class, Long.class, Float.class, Double.class);

  private static final Map<Class<?>, Class<?>> IN_OPTIONAL =
      Map.of(
          Optional.class,
          Object.class,
          OptionalInt.class,
          Integer.class,
          OptionalLong.class,
          Long.class,
          OptionalDouble.class,
          Double.class);

  private Conversion() {}

  static Class<?> boxed(Class<?> type) {
    return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
  }

  /** Returns what an Optional holds, and any other value as it is. */
  static @Nullable Object unwrap(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.orElse(null);
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? optional.getAsDouble() : null;
    }
    return value;
  }

  /** Returns the static type of what {@link #unwrap} makes of a value of a type. */
  static Class<?> unwrap(Class<?> type) {
    return IN_OPTIONAL.getOrDefault(type, type);
  }

  static Fit fit(Operand argument, Class<?> parameter) {
    Class<?> type = argument.type();
    Class<?> target = boxed(parameter);
    if (type == Void.class) {
      return parameter.isPrimitive() ? Fit.NONE : Fit.SUBTYPE;
    }
    if (type == target) {
      return Fit.EXACT;
    }
    if (target.isAssignableFrom(type)) {
      return Fit.SUBTYPE;
    }
    if (argument.evaluator() instanceof Constant constant && constant.value() != null) {
      return convert(constant.value(), target) != null ? Fit.CONVERTED : Fit.NONE;
    }
    if (target == Optional.class || isWidening(type, target)) {
      return Fit.CONVERTED;
    }
    return mayHold(type, target) ? Fit.CHECKED : Fit.NONE;
  }

  /** Whether each value of the one parameter type could be passed as the other, too. */
  static boolean isMoreSpecific(Class<?> parameter, Class<?> other) {
    if (boxed(parameter) == boxed(other)) {
      return parameter == other || parameter.isPrimitive();
    }
    return boxed(other).isAssignableFrom(boxed(parameter))
        || isWidening(boxed(parameter), boxed(other));
  }

  /** Returns a value as another type, boxed; {@code null} where it is none of that type. */
  static @Nullable Object convert(Object value, Class<?> target) {
    if (target.isInstance(value)) {
      return value;
    }
    if (target == Optional.class) {
      return Optional.of(value);
    }
    if (target == Character.class && value instanceof String text && text.length() == 1) {
      return text.charAt(0);
    }
    return value instanceof Number number ? number(number, target) : null;
  }

  private static @Nullable Object number(Number value, Class<?> target) {
    if (target == Double.class) {
      return value.doubleValue();
    }
    if (target == Float.class) {
      return value.floatValue();
    }
    long whole = value.longValue();
    if (whole != value.doubleValue() && !(value instanceof Long)) {
      return null;
    }
    if (target == Long.class) {
      return whole;
    }
    if (target == Integer.class && whole == (int) whole) {
      return (int) whole;
    }
    if (target == Short.class && whole == (short) whole) {
      return (short) whole;
    }
    return target == Byte.class && whole == (byte) whole ? (byte) whole : null;
  }

  private static boolean isWidening(Class<?> from, Class<?> to) {
    int source = NUMBERS.indexOf(from);
    return source >= 0 && source < NUMBERS.indexOf(to);
  }

  private static boolean mayHold(Class<?> type, Class<?> target) {
    if (type.isAssignableFrom(target)) {
      return true;
    }
    if (NUMBERS.contains(target) && Number.class.isAssignableFrom(type)) {
      return true;
    }
    boolean typeIsOpen = !Modifier.isFinal(type.getModifiers());
    boolean targetIsOpen = !Modifier.isFinal(target.getModifiers());
    return (type.isInterface() && targetIsOpen) || (target.isInterface() && typeIsOpen);
  }
}
