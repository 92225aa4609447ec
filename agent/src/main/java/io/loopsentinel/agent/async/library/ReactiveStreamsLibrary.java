package io.loopsentinel.agent.async.library;

import io.loopsentinel.agent.async.Libraries;
import io.loopsentinel.agent.async.ReactiveLibrary;
import io.loopsentinel.agent.async.SourceObserver;
import io.loopsentinel.targets.result.AsynchronousType;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The bare interface {@link Publisher}. The rules are at
 * https://github.com/reactive-streams/reactive-streams-jvm.
 */
@SuppressWarnings("unchecked") // Items are only passed on.
public final class ReactiveStreamsLibrary implements ReactiveLibrary {

  @Override
  public Object observe(AsynchronousType type, Object source, SourceObserver observer) {
    return (Publisher<Object>)
        subscriber ->
            observer.subscribe(
                source,
                Objects.requireNonNull(subscriber), // Rule 1.9.
                ReactiveStreamsLibrary::observed,
                (from, passed) -> ((Publisher<Object>) from).subscribe(passed));
  }

  private static Subscriber<Object> observed(
      Subscriber<Object> subscriber, SourceObserver.Signals signals) {
    ReactiveLibrary reactor = Libraries.reactorOf(subscriber);
    return reactor == null
        ? new ObservedSubscriber(subscriber, signals)
        : (Subscriber<Object>) reactor.observed(subscriber, signals);
  }

  /** Each subscriber gets the value or error. */
  @Override
  public Object ready(AsynchronousType type, @Nullable Object value, @Nullable Throwable error) {
    return (Publisher<Object>)
        subscriber -> {
          AtomicBoolean done = new AtomicBoolean();
          LongConsumer answer =
              requested -> {
                if (!done.compareAndSet(false, true)) {
                  return;
                }
                if (error != null) {
                  subscriber.onError(error);
                } else if (requested <= 0) {
                  subscriber.onError(new IllegalArgumentException("rule 3.9: " + requested));
                } else {
                  subscriber.onNext(value);
                  subscriber.onComplete();
                }
              };
          subscriber.onSubscribe(new PlainSubscription(answer, () -> done.set(true)));
          if (error != null) {
            answer.accept(1); // An error does not wait for a request.
          }
        };
  }
}
