package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A publisher of one value, or an error, for each subscriber.
 *
 * <p>For methods that return the plain interface {@code Publisher} of {@code org.reactivestreams}
 * or {@link java.util.concurrent.Flow}, which have the same methods and rules
 * (https://github.com/reactive-streams/reactive-streams-jvm). Thread-safe.
 */
record ReadyPublisher(@Nullable Object value, @Nullable Throwable error) {

  static Object of(Class<?> type, @Nullable Object value, @Nullable Throwable error) {
    ReadyPublisher publisher = new ReadyPublisher(value, error);
    return Proxies.of(
        type,
        publisher,
        (proxy, subscribe, arguments) -> {
          Object subscriber = Objects.requireNonNull(arguments[0], "subscriber"); // Rule 1.9.
          publisher.subscribe(subscribe.getParameterTypes()[0], subscriber);
          return null;
        });
  }

  @Override
  public String toString() {
    return error == null ? "a value" : "an error";
  }

  private void subscribe(Class<?> type, Object subscriber) throws Throwable {
    Method onSubscribe =
        Arrays.stream(type.getMethods())
            .filter(method -> method.getName().equals("onSubscribe"))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException(type.getName() + ".onSubscribe"));
    AtomicBoolean done = new AtomicBoolean();
    Object subscription =
        Proxies.of(
            onSubscribe.getParameterTypes()[0],
            this,
            (proxy, method, arguments) -> {
              if (done.compareAndSet(false, true) && method.getName().equals("request")) {
                answer(type, subscriber, (Long) arguments[0]);
              }
              return null;
            });
    Proxies.invoke(onSubscribe, subscriber, subscription);
    // An error does not wait for a request.
    if (error != null && done.compareAndSet(false, true)) {
      fail(type, subscriber, error);
    }
  }

  private void answer(Class<?> type, Object subscriber, long requested) throws Throwable {
    if (error != null) {
      fail(type, subscriber, error);
    } else if (requested <= 0) {
      fail(type, subscriber, new IllegalArgumentException("rule 3.9: " + requested));
    } else {
      Proxies.invoke(type.getMethod("onNext", Object.class), subscriber, value);
      Proxies.invoke(type.getMethod("onComplete"), subscriber);
    }
  }

  private static void fail(Class<?> type, Object subscriber, Throwable error) throws Throwable {
    Proxies.invoke(type.getMethod("onError", Throwable.class), subscriber, error);
  }
}
