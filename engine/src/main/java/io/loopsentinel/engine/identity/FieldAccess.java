package io.loopsentinel.engine.identity;

import java.lang.invoke.MethodHandles;

/**
 * Gives access to the private fields of the application's classes.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface FieldAccess {

  /**
   * Returns a lookup that can read the private fields of a class.
   *
   * @throws IllegalAccessException if there is none; objects of the class then count by its name
   */
  MethodHandles.Lookup lookupIn(Class<?> type) throws IllegalAccessException;

  /** Returns the access that code without special rights has: no module is opened for it. */
  static FieldAccess toOpenPackages() {
    MethodHandles.Lookup own = MethodHandles.lookup();
    return type -> MethodHandles.privateLookupIn(type, own);
  }
}
