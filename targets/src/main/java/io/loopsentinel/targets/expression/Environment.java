package io.loopsentinel.targets.expression;

import org.jspecify.annotations.Nullable;

/**
 * The values of one call for which an expression is evaluated.
 *
 * <p>Only the values that the expression uses are queried. The expression unwraps an {@link
 * java.util.Optional}; implementations do not.
 */
public interface Environment {

  /** Returns an argument of the guarded method by its index from 0; primitives are boxed. */
  @Nullable Object argument(int index);

  /** Returns the value of a variable other than {@link Variable#METHOD}, known at link time. */
  @Nullable Object variable(Variable variable);

  /**
   * Returns a key for the identity of an object: equal for the same object and for no other. The
   * key does not keep the object in memory.
   */
  Object identity(Object object);
}
