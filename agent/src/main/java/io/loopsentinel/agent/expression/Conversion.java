package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Constant;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Passes values as parameters of another type.
 *
 * <p>A whole number becomes any numeric type that holds it, text of one character becomes a {@code
 * char}, and a value or null becomes an Optional where one is wanted. All else has to fit as it is.
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

  private Conversion() {}

  static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
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
      return converted(constant.value(), target) != null ? Fit.CONVERTED : Fit.NONE;
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

  /**
   * Whether an argument has to go through a {@link #filter}.
   *
   * <p>A primitive is checked even where the type fits, and an Optional may have been unwrapped:
   * the value may be null.
   */
  static boolean isNeeded(Operand argument, Class<?> parameter) {
    return parameter.isPrimitive()
        || parameter == Optional.class
        || fit(argument, parameter).compareTo(Fit.SUBTYPE) > 0;
  }

  /**
   * Returns a filter {@code (Object)Object} that makes a parameter's type of a value.
   *
   * @param label names the parameter in the exception thrown where the value does not fit
   * @param offset where the call stands in its expression, for that exception
   */
  static MethodHandle filter(Class<?> parameter, String label, int offset) {
    return MethodHandles.insertArguments(Convert.HANDLE, 1, parameter, label, offset);
  }

  /** Made when the first filter is. */
  private static final class Convert {

    static final MethodHandle HANDLE;

    static {
      try {
        HANDLE =
            MethodHandles.lookup()
                .findStatic(
                    Conversion.class,
                    "convert",
                    MethodType.methodType(
                        Object.class, Object.class, Class.class, String.class, int.class));
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }
  }

  // Reached through the handle.
  @SuppressWarnings("unused")
  private static @Nullable Object convert(
      @Nullable Object value, Class<?> parameter, String label, int offset) {
    if (value == null) {
      if (parameter.isPrimitive()) {
        throw new EvaluationException(
            "null cannot be passed as " + label + ", a " + parameter.getName(), offset);
      }
      return parameter == Optional.class ? Optional.empty() : null;
    }
    Object converted = converted(value, boxed(parameter));
    if (converted == null) {
      throw new EvaluationException(
          "a "
              + value.getClass().getTypeName()
              + " cannot be passed as "
              + label
              + ", a "
              + parameter.getTypeName(),
          offset);
    }
    return converted;
  }

  private static @Nullable Object converted(Object value, Class<?> target) {
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
