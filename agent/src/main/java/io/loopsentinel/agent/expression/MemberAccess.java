package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodHandles;

/**
 * Grants the linker access to members that are not public.
 *
 * <p>Asked only for members that are not public in an exported package. Called from any thread.
 */
public interface MemberAccess {

  /**
   * Sees to it that {@link java.lang.reflect.AccessibleObject#setAccessible} succeeds for members
   * of a class: opens the class's package to the module of this interface where it is not open.
   *
   * @throws IllegalAccessException where access cannot be had; its message is shown to the user
   */
  void open(Class<?> type) throws IllegalAccessException;

  /** Returns the access that an ordinary library has: named modules stay closed. */
  static MemberAccess plain() {
    return type -> MethodHandles.privateLookupIn(type, MethodHandles.lookup());
  }
}
