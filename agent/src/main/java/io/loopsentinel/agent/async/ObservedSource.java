package io.loopsentinel.agent.async;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.Flow;

/**
 * Has a listener told of what a reactive source gives, before the application sees it.
 *
 * <p>Nothing is subscribed to but by the application: the method returns a source of the same type
 * that passes each subscription on to the original, and the signals back. Requests, cancellation
 * and context go through as they are.
 */
final class ObservedSource {

  private ObservedSource() {}

  static Object listen(
      Object source, AsynchronousType.Found type, Class<?> declared, LaterResult.Listener listener)
      throws ReflectiveOperationException {
    SourceLibrary library = SourceLibrary.of(type.type());
    if (library.from() == null && declared != library.source()) {
      return source; // A class of its own, for which no other object can stand.
    }
    if (library.from() != null && !declared.isAssignableFrom(type.type())) {
      return source; // A class that extends the library's.
    }
    Object observed =
        Proxies.of(
            library.source(),
            source,
            (method, arguments) -> {
              Object subscriber = arguments[0];
              if (subscriber == null) {
                return Proxies.invoke(method, source, arguments); // Refuses it.
              }
              Method subscribe =
                  library.subscribe().getParameterTypes()[0].isInstance(subscriber)
                      ? library.subscribe()
                      : method;
              Object passed = listening(subscriber, subscribe, type.kind(), listener);
              return listener.subscribe(() -> Proxies.invoke(subscribe, source, passed));
            });
    return library.from() == null
        ? observed
        : Objects.requireNonNull(library.from().invoke(null, observed));
  }

  private static Object listening(
      Object subscriber, Method subscribe, AsynchronousType source, LaterResult.Listener listener) {
    if (!listener.awaitsOutcome()) {
      return subscriber;
    }
    try {
      Class<?> type = interfaceOf(subscriber, subscribe.getParameterTypes()[0]);
      return ObservedSubscriber.of(subscriber, type, source, listener);
    } catch (RuntimeException | LinkageError failure) {
      listener.cannotListen(failure);
      return subscriber;
    }
  }

  /** A subscriber of Reactor brings its context, which a source of any other making may ask for. */
  private static Class<?> interfaceOf(Object subscriber, Class<?> wanted) {
    if (wanted == Flow.Subscriber.class) {
      return wanted;
    }
    Class<?> core =
        AsynchronousType.supertype(
            subscriber.getClass(), type -> type.getName().equals("reactor.core.CoreSubscriber"));
    return core != null && wanted.isAssignableFrom(core) ? core : wanted;
  }
}
