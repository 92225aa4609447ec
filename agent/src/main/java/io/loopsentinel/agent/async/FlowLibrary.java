package io.loopsentinel.agent.async;

import io.loopsentinel.targets.result.AsynchronousType;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.jspecify.annotations.Nullable;

/** The JDK's {@link Flow}. */
@SuppressWarnings("unchecked") // Items are only passed on.
final class FlowLibrary implements ReactiveLibrary {

  private record ObservedSubscriber(
      Flow.Subscriber<Object> subscriber, SourceObserver.Signals signals)
      implements Flow.Subscriber<Object> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscriber.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long n) {
              subscription.request(n);
            }

            @Override
            public void cancel() {
              signals.cancel(subscription::cancel);
            }
          });
    }

    @Override
    public void onNext(Object item) {
      signals.next(item, subscriber::onNext);
    }

    @Override
    public void onError(Throwable error) {
      signals.error(error, subscriber::onError);
    }

    @Override
    public void onComplete() {
      signals.complete(subscriber::onComplete);
    }
  }

  @Override
  public Object observe(AsynchronousType type, Object source, SourceObserver observer) {
    return (Flow.Publisher<Object>)
        subscriber ->
            observer.subscribe(
                source,
                Objects.requireNonNull(subscriber),
                ObservedSubscriber::new,
                (from, passed) -> ((Flow.Publisher<Object>) from).subscribe(passed));
  }

  @Override
  public Object ready(AsynchronousType type, @Nullable Object value, @Nullable Throwable error) {
    return (Flow.Publisher<Object>)
        subscriber -> {
          // One for each subscriber, with the subscriber's thread; its buffer has room for the
          // value.
          try (SubmissionPublisher<Object> publisher =
              new SubmissionPublisher<>(Runnable::run, 1)) {
            publisher.subscribe(subscriber);
            if (error == null) {
              publisher.submit(value);
            } else {
              publisher.closeExceptionally(error);
            }
          }
        };
  }
}
