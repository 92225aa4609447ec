package io.loopsentinel.targets.expression;

import io.loopsentinel.targets.expression.Operand.Constant;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Unwraps values that were read and converts arguments to the types of parameters.
 *
 * <p>An {@link Optional} or a primitive variant is replaced by its value, or by null if empty. An
 * integer becomes any numeric type that can hold it, text of one character a {@code char}, and a
 * value or null an Optional if the parameter is one. Other values are not converted.
 */
final class Conversion {

  /** How well an argument fits a parameter, best first. */
  enum Fit {
    SUBTYPE,
    CONVERTED,
    /** Depends on the value at run time. */
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

  /** Returns the value of an Optional ({@code null} if empty), or the argument itself. */
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

  /** Returns whether every value of {@code parameter} can be passed as {@code other} too. */
  static boolean isMoreSpecific(Class<?> parameter, Class<?> other) {
    Class<?> from = boxed(parameter);
    Class<?> to = boxed(other);
    return from == to
        ? parameter == other || parameter.isPrimitive()
        : to.isAssignableFrom(from) || isWidening(from, to);
  }

  /** Converts a value to the type of a parameter. Returns {@code null} if it does not fit. */
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
    long integer = value.longValue();
    boolean isInteger = value instanceof Long || integer == value.doubleValue();
    return switch (target.getName()) {
      case "java.lang.Double" -> value.doubleValue();
      case "java.lang.Float" -> value.floatValue();
      case "java.lang.Long" -> isInteger ? integer : null;
      case "java.lang.Integer" -> isInteger && integer == (int) integer ? (int) integer : null;
      case "java.lang.Short" -> isInteger && integer == (short) integer ? (short) integer : null;
      case "java.lang.Byte" -> isInteger && integer == (byte) integer ? (byte) integer : null;
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
