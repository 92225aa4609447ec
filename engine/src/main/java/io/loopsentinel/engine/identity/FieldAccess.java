package io.loopsentinel.engine.identity;

import java.lang.invoke.MethodHandles;

/** Access to the private members of the application's classes. Thread-safe. */
@FunctionalInterface
public interface FieldAccess {

  /**
   * Returns a lookup that reaches all members of a class.
   *
   * @throws IllegalAccessException if there is none; objects of the class then count by its name,
   *     and expressions that read its members are rejected
   */
  MethodHandles.Lookup lookupIn(Class<?> type) throws IllegalAccessException;

  /** Returns access without special rights, limited to packages that are already open. */
  static FieldAccess toOpenPackages() {
    MethodHandles.Lookup own = MethodHandles.lookup();
    return type -> MethodHandles.privateLookupIn(type, own);
  }
}
