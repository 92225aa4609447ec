package io.loopsentinel.agent.async;

import io.loopsentinel.targets.result.AsynchronousType;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The reactive types of one library, in the version of the application. Stateless. */
public interface ReactiveLibrary {

  /**
   * Returns a source of the same type that subscribes to another one through an observer. Only the
   * application subscribes. Requests, cancellation and context are unchanged.
   */
  Object observe(AsynchronousType type, Object source, SourceObserver observer);

  /** Returns a source of a value or, if not {@code null}, an error. */
  Object ready(AsynchronousType type, @Nullable Object value, @Nullable Throwable error);

  /**
   * Returns a source that delegates to another of the same type when it becomes available.
   *
   * @param source a future of the other source
   * @param cancelled runs when a subscription is cancelled; later subscriptions still work
   */
  default Object deferred(
      AsynchronousType type, CompletableFuture<@Nullable Object> source, Runnable cancelled) {
    throw new UnsupportedOperationException(type.name());
  }

  /** Returns a subscriber of the library that passes signals to another one. */
  default Object observed(Object subscriber, SourceObserver.Signals signals) {
    throw new UnsupportedOperationException(subscriber.getClass().getName());
  }
}
