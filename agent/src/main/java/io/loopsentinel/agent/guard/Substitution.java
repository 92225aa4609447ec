package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value that a guarded method returns in the place of its own.
 *
 * @param result builds it; absent: the message itself
 * @param returnType what the method returns
 */
record Substitution(@Nullable LinkedExpression result, Class<?> returnType) {

  /** Whether the method can return anything but its own result. */
  boolean isPossible() {
    if (returnType.isPrimitive()) {
      return false;
    }
    Class<?> given = result == null ? String.class : result.type();
    // A wider static type may still hold a fitting value; that is looked at when it is there.
    return returnType.isAssignableFrom(given) || given.isAssignableFrom(returnType);
  }

  /**
   * Builds the verdict that returns the value.
   *
   * @return {@code null} where the value does not fit the method after all
   */
  @Nullable Object verdict(CallEnvironment environment, String message) throws Throwable {
    Object value;
    try {
      value = result == null ? message : result.evaluate(environment);
    } catch (ClassCastException unfit) {
      // The expression casts, as a dispatcher of Object does whose callers expect various types.
      return null;
    }
    return value == null || returnType.isInstance(value) ? Optional.ofNullable(value) : null;
  }

  /** Builds the value; {@code null} where there is none, or none that the method can return. */
  @Nullable Object value(CallEnvironment environment, String message) throws Throwable {
    return verdict(environment, message) instanceof Optional<?> fitting
        ? fitting.orElse(null)
        : null;
  }
}
