package io.loopsentinel.agent.expression;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks through {@link Optional} and its primitive kin: an empty one is {@code null}.
 *
 * <p>Only a call that names one of Optional's own methods, as in {@code arg0.id().get()} copied
 * from Java, is made on the Optional itself.
 */
final class Optionals {

  private static final Set<String> OWN_METHODS =
      Set.of(
          "get",
          "getAsInt",
          "getAsLong",
          "getAsDouble",
          "isPresent",
          "isEmpty",
          "orElse",
          "orElseThrow");

  private Optionals() {}

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
    if (type == OptionalInt.class) {
      return Integer.class;
    }
    if (type == OptionalLong.class) {
      return Long.class;
    }
    if (type == OptionalDouble.class) {
      return Double.class;
    }
    return type == Optional.class ? Object.class : type;
  }

  /** Whether a call of this name is made on an Optional rather than on what is in it. */
  static boolean isOwnMethod(String name) {
    return OWN_METHODS.contains(name);
  }
}
