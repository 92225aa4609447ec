package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodHandles;

/**
 * Grants the linker access to members that are not public.
 *
 * <p>Asked only for members that {@link MethodHandles#publicLookup()} does not reach, when an
 * expression is linked and when a member is first resolved for a run-time class; never on the fast
 * path. Called from any thread.
 */
public interface MemberAccess {

  /**
   * Returns a lookup with private access to a class, as {@link MethodHandles#privateLookupIn} does.
   *
   * <p>That method wants the class's package to be open to the module of the caller. An
   * implementation with an {@code Instrumentation} at hand opens it first, and to no one else:
   * {@code redefineModule(type.getModule(), Set.of(), Map.of(), Map.of(type.getPackageName(),
   * Set.of(caller)), Set.of(), Map.of())}, where {@code caller} is the module of the class that
   * then calls {@code privateLookupIn}; both skipped where {@code type.getModule()} is not named or
   * {@code isOpen(package, caller)} already.
   *
   * @throws IllegalAccessException where access cannot be had; its message is shown to the user
   */
  MethodHandles.Lookup lookupIn(Class<?> type) throws IllegalAccessException;

  /** Returns the access that an ordinary library has: named modules stay closed. */
  static MemberAccess plain() {
    return type -> MethodHandles.privateLookupIn(type, MethodHandles.lookup());
  }
}
