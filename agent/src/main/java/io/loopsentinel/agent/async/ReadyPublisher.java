package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
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
  private final @Nullable Object value;
  private final @Nullable Throwable error;

  private ReadyPublisher(
      Class<?> subscriberType, @Nullable Object value, @Nullable Throwable error) {
    this.subscriberType = subscriberType;
    this.value = value;
    this.error = error;
  }

  /** Makes a publisher. */
  static Object of(Class<?> type, @Nullable Object value, @Nullable Throwable error) {
    Class<?> subscriberType = SourceLibrary.of(type).subscribe().getParameterTypes()[0];
    ReadyPublisher publisher = new ReadyPublisher(subscriberType, value, error);
    return Proxies.of(
        type,
        publisher,
        (method, arguments) -> {
          publisher.subscribe(Objects.requireNonNull(arguments[0], "subscriber")); // Rule 1.9.
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
            method("onSubscribe").getParameterTypes()[0],
            this,
            (method, arguments) -> {
              boolean isFirst = done.compareAndSet(false, true);
              if (isFirst && method.getName().equals("request")) {
                answer(subscriber, ((Number) Objects.requireNonNull(arguments[0])).longValue());
              }
              return null;
            });
    signal(subscriber, "onSubscribe", subscription);
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
    Proxies.invoke(method(name), subscriber, arguments);
  }

  private Method method(String name) {
    return Arrays.stream(subscriberType.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(subscriberType.getName() + "." + name));
  }
}
