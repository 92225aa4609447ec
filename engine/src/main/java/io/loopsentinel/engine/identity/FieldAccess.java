package io.loopsentinel.engine.identity;

import java.lang.invoke.MethodHandles;

/**
 * Gives access to the private fields and other members of the application's classes.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface FieldAccess {

  /**
   * Returns a lookup that reaches all members of a class.
   *
   * @throws IllegalAccessException if there is none; objects of the class then count by its name,
   *     and expressions that read its members do not fit
   */
  MethodHandles.Lookup lookupIn(Class<?> type) throws IllegalAccessException;

  /** Returns the access that code without special rights has: no module is opened for it. */
  static FieldAccess toOpenPackages() {
    MethodHandles.Lookup own = MethodHandles.lookup();
    return type -> MethodHandles.privateLookupIn(type, own);
  }
}
