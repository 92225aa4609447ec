package io.loopsentinel.agent.async;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the signals of one subscription, and notifies a listener of its outcome.
 *
 * <p>Signals of a subscription are serial (Reactive Streams, rule 1.3, and the observable contract
 * of RxJava), so no lock is needed.
 */
final class ObservedSubscriber implements InvocationHandler {

  /**
   * Maximum number of items of a stream. The outcome of a longer stream is not seen. A streamed
   * response has about one item for each token, and few are longer.
   */
  private static final int MAX_ITEMS = 10_000;

  /** Interfaces of Reactor and RxJava by which a subscription is also a queue. */
  private static final Set<String> QUEUES =
      Set.of("QueueSubscription", "QueueDisposable", "QueueFuseable");

  private final Object subscriber;
  private final LaterResult.Listener listener;
  private @Nullable List<@Nullable Object> items;
  private boolean ended;

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
      case "onComplete" -> end(items, null, false);
      case "onError" -> end(null, (Throwable) arguments[0], false);
      default -> {
        return Proxies.invoke(method, subscriber, arguments); // Such as its context.
      }
    }
    return method.getName().equals("onSubscribe")
        ? Proxies.invoke(method, subscriber, arguments)
        : listener.pass(() -> Proxies.invoke(method, subscriber, arguments));
  }

  private @Nullable Object next(@Nullable Object item) {
    if (items == null) {
      return end(item, null, true);
    }
    if (items.size() < MAX_ITEMS) {
      items.add(item);
    } else {
      items = null;
      ended = true;
    }
    return item;
  }

  private @Nullable Object end(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    if (ended) {
      return value;
    }
    ended = true;
    return listener.completed(value, error, replaceable);
  }

  /**
   * Hides that a subscription is also a queue, from which a subscriber of the same library would
   * take items without signals.
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
