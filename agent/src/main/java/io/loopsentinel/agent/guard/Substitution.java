package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.LinkedExpression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds the value that a guarded method returns in the place of its own.
 *
 * @param result builds it; absent: the message itself
 */
record Substitution(@Nullable LinkedExpression result, ResultType type) {

  /** Whether the method can return anything but its own result. */
  boolean isPossible() {
    return type.takes(result == null ? String.class : result.type());
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
    return type.synthetic(value);
  }

  /** Builds the value; {@code null} where there is none, or none that the method can return. */
  @Nullable Object value(CallEnvironment environment, String message) throws Throwable {
    return verdict(environment, message) instanceof Optional<?> fitting
        ? fitting.orElse(null)
        : null;
  }
}
