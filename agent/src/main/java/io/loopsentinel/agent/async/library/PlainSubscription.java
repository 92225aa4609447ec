package io.loopsentinel.agent.async.library;

import java.util.function.LongConsumer;
import org.reactivestreams.Subscription;

/**
 * A subscription that is not a queue. From a queue, a subscriber of the same library would take
 * items without signals.
 */
record PlainSubscription(LongConsumer requested, Runnable cancelled) implements Subscription {

  @Override
  public void request(long n) {
    requested.accept(n);
  }

  @Override
  public void cancel() {
    cancelled.run();
  }
}
