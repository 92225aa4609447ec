package io.loopsentinel.agent.async.library;

import io.loopsentinel.agent.async.SourceObserver;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Passes the signals of a subscription to a subscriber of the application. */
class ObservedSubscriber implements Subscriber<Object> {

  private final Subscriber<Object> subscriber;
  private final SourceObserver.Signals signals;

  ObservedSubscriber(Subscriber<Object> subscriber, SourceObserver.Signals signals) {
    this.subscriber = subscriber;
    this.signals = signals;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscriber.onSubscribe(
        new PlainSubscription(subscription::request, () -> signals.cancel(subscription::cancel)));
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
