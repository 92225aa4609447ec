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
  void subscribe(Subscription subscription) throws Throwable;

  /** A subscription that is to be made. */
  @FunctionalInterface
  interface Subscription {
    void make() throws Throwable;
  }
}
