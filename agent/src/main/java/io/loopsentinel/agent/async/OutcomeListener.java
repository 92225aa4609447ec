package io.loopsentinel.agent.async;

import org.jspecify.annotations.Nullable;

/**
 * Waits for what comes of a method's result; told on any thread, once for each subscription.
 *
 * <p>Its methods do not throw.
 */
public interface OutcomeListener {

  /** Whether the outcome matters; if not, only subscriptions do. */
  boolean awaitsOutcome();

  /**
   * Is told the value, or the list of values, before the application sees that it is complete.
   *
   * @param value {@code null} where it completed without one
   * @param replaceable whether the application gets what is returned
   * @return the value that the application is to get
   */
  @Nullable Object completed(@Nullable Object value, boolean replaceable);

  /** Is told the error before the application sees it. */
  void failed(Throwable error);

  /** Is told that a subscription goes unheard. */
  void cannotListen(Throwable failure);

  /** Makes a subscription, during which the work may begin. */
  @Nullable Object subscribe(Signal subscription) throws Throwable;

  /**
   * Passes a signal on to the application. What the application does with it comes after the work,
   * though the work may be further down the same stack.
   */
  @Nullable Object pass(Signal signal) throws Throwable;

  /** A signal that is to be passed on, or a subscription that is to be made. */
  @FunctionalInterface
  interface Signal {
    @Nullable Object pass() throws Throwable;
  }
}
