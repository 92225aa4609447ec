package io.loopsentinel.agent.async;

import org.jspecify.annotations.Nullable;

/**
 * The result of a call whose work begins later, on another thread.
 *
 * <p>Thread-safe.
 */
public interface DeferredResult {

  @FunctionalInterface
  interface Work {

    /**
     * Returns the result of the method.
     *
     * @param continuation the continuation to pass instead of the caller's; {@code null} if the
     *     method is not a suspend function
     */
    @Nullable Object run(@Nullable Object continuation) throws Throwable;
  }

  /** Returns the result for the caller. Must be called once, on the caller's thread. */
  @Nullable Object value() throws Throwable;

  /** Starts the work. Must be called once; does not throw. */
  void begin(Work work);

  /** Runs an action if the application cancels the result. */
  void whenCancelled(Runnable action);
}
