package io.loopsentinel.agent.expression;

import org.jspecify.annotations.Nullable;

/**
 * The values of one call that an expression is evaluated for.
 *
 * <p>Asked only for what the expression uses. An {@link java.util.Optional} is unwrapped by the
 * expression, not here.
 */
public interface Environment {

  /** Returns an argument of the guarded method, counted from 0; primitives are boxed. */
  @Nullable Object argument(int index);

  /** Returns the value of a variable, but {@link Variable#METHOD}, which is known earlier. */
  @Nullable Object variable(Variable variable);

  /**
   * Returns a key that stands for an object by its identity: equal for the same object, and for no
   * other. The key does not keep the object in memory.
   */
  Object identity(Object object);
}
