package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a member is read or called, with {@link Object} in place of every type.
 *
 * <p>That the member is there and can be reached is known; the handle is fitted to those types when
 * it is needed first. The JVM writes classes for that, and most of what a target has is for hints
 * and warnings: of what an application with a guarded framework took longer to start, an eighth was
 * for handles that nobody came to call.
 *
 * <p>Thread-safe: several threads may fit the handle, which is as good each time.
 */
final class MemberHandle {

  private final Supplier<MethodHandle> fitting;

  /** Needs no volatile: a method handle is immutable, its fields are final. */
  private @Nullable MethodHandle fitted;

  /**
   * Creates one.
   *
   * @param fitting makes the handle; must not fail
   */
  MemberHandle(Supplier<MethodHandle> fitting) {
    this.fitting = fitting;
  }

  /** Returns the handle. */
  MethodHandle get() {
    MethodHandle known = fitted;
    if (known == null) {
      known = fitting.get();
      fitted = known;
    }
    return known;
  }
}
