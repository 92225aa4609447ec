package io.loopsentinel.agent.async;

import io.loopsentinel.engine.identity.ForgettableClassValue;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Notifies a listener of the outcome of a reactive source before the application sees it.
 *
 * <p>Only the application subscribes: the method returns a source of the same type that passes each
 * subscription to the original, and signals back. Requests, cancellation and context are unchanged.
 */
final class ObservedSource {

  /** Methods by class. They live in the class and do not prevent its unloading. */
  private static final ClassValue<Library> LIBRARIES =
      new ForgettableClassValue<>() {
        @Override
        protected Library compute(Class<?> type) {
          AsynchronousType kind = Objects.requireNonNull(AsynchronousType.find(type)).kind();
          Method from = kind.factory == null ? null : Proxies.method(type, kind.factory);
          Class<?> source = from == null ? type : from.getParameterTypes()[0];
          String resume = kind.resumeOperator();
          return new Library(
              source,
              from,
              Proxies.method(type, "subscribe(" + kind.subscriber + ")"),
              resume == null ? null : Proxies.method(type, resume + "(Function)"));
        }
      };

  /**
   * The methods of one reactive type in one class loader.
   *
   * @param source the interface of sources, such as {@code Publisher}
   * @param from see {@link AsynchronousType#factory}
   * @param resume see {@link AsynchronousType#resumeOperator}
   */
  private record Library(
      Class<?> source, @Nullable Method from, Method subscribe, @Nullable Method resume) {}

  private ObservedSource() {}

  static Object listen(
      Object source, AsynchronousType.Found type, Class<?> declared, LaterResult.Listener listener)
      throws ReflectiveOperationException {
    Library library = LIBRARIES.get(type.type());
    if (library.from() == null
        ? declared != library.source()
        : !declared.isAssignableFrom(type.type())) {
      return source; // A subclass, which no other object can replace.
    }
    Object observed =
        Proxies.of(
            library.source(),
            source,
            (proxy, method, arguments) -> {
              Object subscriber = arguments[0];
              if (subscriber == null) {
                return Proxies.invoke(method, source, arguments); // Throws.
              }
              Method subscribe =
                  library.subscribe().getParameterTypes()[0].isInstance(subscriber)
                      ? library.subscribe()
                      : method;
              Object passed = listening(subscriber, subscribe, type.kind(), listener);
              return listener.subscribe(() -> Proxies.invoke(subscribe, source, passed));
            });
    Method from = library.from();
    if (from == null) {
      return observed;
    }
    Object passed = Objects.requireNonNull(from.invoke(null, observed));
    Method resume = library.resume();
    return resume == null || !listener.mayAnswer()
        ? passed
        : Proxies.operator(
            resume,
            passed,
            (proxy, method, errors) -> {
              Throwable error = (Throwable) errors[0];
              Object answer = listener.answer(error);
              return library.source().isInstance(answer)
                  ? from.invoke(null, answer)
                  : LaterResult.of(type, answer, answer == null ? error : null);
            });
  }

  private static Object listening(
      Object subscriber, Method subscribe, AsynchronousType source, LaterResult.Listener listener) {
    if (!listener.awaitsOutcome()) {
      return subscriber;
    }
    try {
      Class<?> type = interfaceOf(subscriber, subscribe.getParameterTypes()[0]);
      return Proxies.of(
          type, subscriber, new ObservedSubscriber(subscriber, source.isStream(), listener));
    } catch (RuntimeException | LinkageError failure) {
      listener.cannotListen(failure);
      return subscriber;
    }
  }

  /** Keeps Reactor's subscriber type, whose context any source may ask for. */
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
