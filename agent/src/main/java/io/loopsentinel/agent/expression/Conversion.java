package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Operand.Constant;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
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
    SUBTYPE,
    CONVERTED,
    /** Only the value itself can tell. */
    CHECKED,
    NONE
  }

  /** Numeric types in the order of JLS 5.1.2: each is widened to any that follows it. */
  private static final List<Class<?>> NUMBERS =
      List.of(Byte.class, Short.class, Integer.class, Long.class, Float.class, Double.class);

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

  static Fit fit(Operand argument, Class<?> parameter) {
    Class<?> type = argument.type();
    Class<?> target = boxed(parameter);
    if (type == Void.class) {
      return parameter.isPrimitive() ? Fit.NONE : Fit.SUBTYPE;
    }
    if (target.isAssignableFrom(type)) {
      return Fit.SUBTYPE;
    }
    if (argument.evaluator() instanceof Constant constant && constant.value() != null) {
      return convert(constant.value(), parameter) != null ? Fit.CONVERTED : Fit.NONE;
    }
    if (target == Optional.class || isWidening(type, target)) {
      return Fit.CONVERTED;
    }
    return mayHold(type, target) ? Fit.CHECKED : Fit.NONE;
  }

  /** Whether each value of the one parameter type could be passed as the other, too. */
  static boolean isMoreSpecific(Class<?> parameter, Class<?> other) {
    Class<?> from = boxed(parameter);
    Class<?> to = boxed(other);
    return from == to
        ? parameter == other || parameter.isPrimitive()
        : to.isAssignableFrom(from) || isWidening(from, to);
  }

  /** Returns a value as the type of a parameter; {@code null} where it is none of that type. */
  static @Nullable Object convert(@Nullable Object value, Class<?> parameter) {
    Class<?> target = boxed(parameter);
    if (target == Optional.class && !(value instanceof Optional)) {
      return Optional.ofNullable(value);
    }
    if (value == null || target.isInstance(value)) {
      return value;
    }
    if (target == Character.class && value instanceof String text && text.length() == 1) {
      return text.charAt(0);
    }
    return value instanceof Number number ? number(number, target) : null;
  }

  private static @Nullable Number number(Number value, Class<?> target) {
    long whole = value.longValue();
    boolean isWhole = value instanceof Long || whole == value.doubleValue();
    return switch (target.getName()) {
      case "java.lang.Double" -> value.doubleValue();
      case "java.lang.Float" -> value.floatValue();
      case "java.lang.Long" -> isWhole ? whole : null;
      case "java.lang.Integer" -> isWhole && whole == (int) whole ? (int) whole : null;
      case "java.lang.Short" -> isWhole && whole == (short) whole ? (short) whole : null;
      case "java.lang.Byte" -> isWhole && whole == (byte) whole ? (byte) whole : null;
      default -> null;
    };
  }

  private static boolean isWidening(Class<?> from, Class<?> to) {
    int source = NUMBERS.indexOf(from);
    return source >= 0 && source < NUMBERS.indexOf(to);
  }

  private static boolean mayHold(Class<?> type, Class<?> target) {
    return type.isAssignableFrom(target)
        || (NUMBERS.contains(target) && Number.class.isAssignableFrom(type))
        || (type.isInterface() && !Modifier.isFinal(target.getModifiers()))
        || (target.isInterface() && !Modifier.isFinal(type.getModifiers()));
  }
}
