package io.loopsentinel;

/**
 * A listener that is called before and after each guarded call of a tool and each turn of a model.
 *
 * <p>It runs on the thread of the call, which waits for it; the agent holds no lock meanwhile. It
 * must not call guarded methods. Its exceptions are reported in the agent's log, and the call
 * continues.
 */
public interface CallListener {

  /** Called before a call is judged. */
  default void before(GuardedCall call) {}

  /** Called when the outcome of a call is known, or when it was stopped. */
  default void after(GuardedCall call) {}

  /** Returns whether the calls have arguments and results; asked once, at the subscription. */
  default boolean wantsContent() {
    return false;
  }
}
