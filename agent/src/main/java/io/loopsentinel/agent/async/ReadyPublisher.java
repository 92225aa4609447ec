package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Gives each subscriber one value, or an error.
 *
 * <p>For methods that declare no more than the interface {@code Publisher}, of {@code
 * org.reactivestreams} or of {@link java.util.concurrent.Flow}: both have the same methods and
 * rules (https://github.com/reactive-streams/reactive-streams-jvm). Thread-safe.
 */
final class ReadyPublisher {

  private final Class<?> subscriberType;
  private final Class<?> subscriptionType;
  private final @Nullable Object value;
  private final @Nullable Throwable error;

  private ReadyPublisher(Method subscribe, @Nullable Object value, @Nullable Throwable error)
      throws ReflectiveOperationException {
    this.subscriberType = subscribe.getParameterTypes()[0];
    this.subscriptionType = onSubscribe(subscriberType).getParameterTypes()[0];
    this.value = value;
    this.error = error;
  }

  /**
   * Makes a publisher.
   *
   * @param type the interface
   * @param value what it gives, where there is no error
   */
  static Object of(Class<?> type, @Nullable Object value, @Nullable Throwable error)
      throws ReflectiveOperationException {
    ReadyPublisher publisher = new ReadyPublisher(SourceLibrary.of(type).subscribe(), value, error);
    return Proxies.of(
        type,
        publisher,
        (method, arguments) -> {
          if (arguments[0] == null) {
            throw new NullPointerException("subscriber"); // Rule 1.9.
          }
          publisher.subscribe(arguments[0]);
          return null;
        });
  }

  @Override
  public String toString() {
    return error == null ? "a value that is there" : "an error that is there";
  }

  private void subscribe(Object subscriber) throws Throwable {
    AtomicBoolean done = new AtomicBoolean();
    Object subscription =
        Proxies.of(
            subscriptionType,
            this,
            (method, arguments) -> {
              if (method.getName().equals("cancel")) {
                done.set(true);
              } else if (done.compareAndSet(false, true)) {
                answer(subscriber, ((Number) arguments[0]).longValue());
              }
              return null;
            });
    Proxies.invoke(onSubscribe(subscriberType), subscriber, subscription);
    // An error waits for no request.
    if (error != null && done.compareAndSet(false, true)) {
      signal(subscriber, "onError", error);
    }
  }

  private void answer(Object subscriber, long requested) throws Throwable {
    if (error != null) {
      signal(subscriber, "onError", error);
    } else if (requested <= 0) {
      signal(subscriber, "onError", new IllegalArgumentException("rule 3.9: " + requested));
    } else {
      signal(subscriber, "onNext", value);
      signal(subscriber, "onComplete");
    }
  }

  private void signal(Object subscriber, String name, @Nullable Object... arguments)
      throws Throwable {
    for (Method method : subscriberType.getMethods()) {
      if (method.getName().equals(name)) {
        Proxies.invoke(method, subscriber, arguments);
        return;
      }
    }
    throw new NoSuchMethodException(subscriberType.getName() + "." + name);
  }

  private static Method onSubscribe(Class<?> subscriberType) throws NoSuchMethodException {
    for (Method method : subscriberType.getMethods()) {
      if (method.getName().equals("onSubscribe")) {
        return method;
      }
    }
    throw new NoSuchMethodException(subscriberType.getName() + ".onSubscribe");
  }
}
