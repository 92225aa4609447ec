package io.loopsentinel.agent.async;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Passes the signals of one subscription on, and tells a listener of its outcome.
 *
 * <p>The signals of a subscription come one after the other (Reactive Streams, rule 1.3; the
 * observable contract of RxJava says the same), so it needs no lock.
 */
final class ObservedSubscriber implements InvocationHandler {

  /**
   * Items of a stream that are kept; the outcome of one with more is not seen. A streamed response
   * of a model has about one for each token, and few models write more at once.
   */
  private static final int MOST_ITEMS = 10_000;

  /** The interfaces by which Reactor's and RxJava's subscriptions are queues as well. */
  private static final Set<String> QUEUES =
      Set.of("QueueSubscription", "QueueDisposable", "QueueFuseable");

  private final Object subscriber;
  private final LaterResult.Listener listener;
  private @Nullable List<@Nullable Object> items;
  private boolean told;

  ObservedSubscriber(Object subscriber, boolean stream, LaterResult.Listener listener) {
    this.subscriber = subscriber;
    this.listener = listener;
    this.items = stream ? new ArrayList<>() : null;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "onSubscribe" -> arguments[0] = withoutFusion(arguments[0], method);
      case "onNext", "onSuccess" -> arguments[0] = next(arguments[0]);
      case "onComplete" -> tell(items, null, false);
      case "onError" -> tell(null, (Throwable) arguments[0], false);
      default -> {
        return Proxies.invoke(method, subscriber, arguments); // Its own, such as its context.
      }
    }
    return method.getName().equals("onSubscribe")
        ? Proxies.invoke(method, subscriber, arguments)
        : listener.pass(() -> Proxies.invoke(method, subscriber, arguments));
  }

  private @Nullable Object next(@Nullable Object item) {
    if (items == null) {
      return tell(item, null, true);
    }
    if (items.size() < MOST_ITEMS) {
      items.add(item);
    } else {
      items = null;
      told = true;
    }
    return item;
  }

  private @Nullable Object tell(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    if (told) {
      return value;
    }
    told = true;
    return listener.completed(value, error, replaceable);
  }

  /**
   * Hides that a subscription is a queue as well, from which a subscriber of the same library would
   * take the items without a signal.
   */
  private static @Nullable Object withoutFusion(@Nullable Object subscription, Method onSubscribe) {
    if (subscription == null
        || AsynchronousType.supertype(
                subscription.getClass(), type -> QUEUES.contains(type.getSimpleName()))
            == null) {
      return subscription;
    }
    return Proxies.of(
        onSubscribe.getParameterTypes()[0],
        subscription,
        (proxy, method, arguments) -> Proxies.invoke(method, subscription, arguments));
  }
}
