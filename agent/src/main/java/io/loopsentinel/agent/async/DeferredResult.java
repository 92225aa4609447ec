package io.loopsentinel.agent.async;

import org.jspecify.annotations.Nullable;

/**
 * The result of a call whose work is yet to be begun, on another thread than the caller's.
 *
 * <p>Thread-safe.
 */
public interface DeferredResult {

  /** Does the work. */
  @FunctionalInterface
  interface Work {

    /**
     * Returns what the method would have returned.
     *
     * @param continuation what takes the place of the caller's continuation; absent: the method is
     *     no suspend function
     */
    @Nullable Object run(@Nullable Object continuation) throws Throwable;
  }

  /** Returns what the method is to return; to be called once, by the thread that called it. */
  @Nullable Object value() throws Throwable;

  /** Has the work done; to be called once. Does not throw. */
  void begin(Work work);

  /** Has something done if the application wants no result any more. */
  void whenCancelled(Runnable action);
}
