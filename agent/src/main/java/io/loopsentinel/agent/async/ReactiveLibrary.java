package io.loopsentinel.agent.async;

import io.loopsentinel.targets.result.AsynchronousType;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The reactive types of one library, in the version of the application. Stateless. */
public interface ReactiveLibrary {

  /**
   * Wraps a source in one of the same type that notifies an observer. It subscribes to the original
   * only if the application subscribes. Requests, cancellation and context are passed on unchanged.
   */
  Object observe(AsynchronousType type, Object source, SourceObserver observer);

  /** Returns a completed source: of the error if it is not {@code null}, otherwise of the value. */
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

  /** Wraps a subscriber of the library; each of its signals goes through {@code signals}. */
  default Object observed(Object subscriber, SourceObserver.Signals signals) {
    throw new UnsupportedOperationException(subscriber.getClass().getName());
  }
}
