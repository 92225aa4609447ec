package io.loopsentinel.agent.async;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Goes on with another source of the same type as soon as that is there, by the operators of its
 * library.
 */
final class DeferredSource {

  private DeferredSource() {}

  /**
   * Makes such a source.
   *
   * @param source a future of the other one
   * @param cancelled is run where a subscription is cancelled; a later one still gets the other one
   */
  static Object of(AsynchronousType.Found type, CompletableFuture<?> source, Runnable cancelled)
      throws ReflectiveOperationException {
    return switch (type.kind()) {
      case MONO -> ofReactor(type, source, cancelled, "flatMap");
      case FLUX -> ofReactor(type, source, cancelled, "flatMapMany");
      case SINGLE -> ofRxJava(type, source, cancelled, "flatMap");
      case MAYBE -> ofRxJava(type, source, cancelled, "flatMapMaybe");
      case COMPLETABLE -> ofRxJava(type, source, cancelled, "flatMapCompletable");
      case OBSERVABLE -> ofRxJava(type, source, cancelled, "flatMapObservable");
      case FLOWABLE -> ofRxJava(type, source, cancelled, "flatMapPublisher");
      default -> throw new IllegalArgumentException(type.kind().name());
    };
  }

  private static Object ofReactor(
      AsynchronousType.Found type, CompletableFuture<?> source, Runnable cancelled, String goOn)
      throws ReflectiveOperationException {
    Class<?> mono = AsynchronousType.MONO.in(type.type().getClassLoader());
    // A copy for each subscription, for a Mono cancels the future that it waits for.
    Supplier<CompletionStage<?>> copies = source::copy;
    Object future = mono.getMethod("fromCompletionStage", Supplier.class).invoke(null, copies);
    return goOn(mono, future, "doOnCancel(Runnable)", cancelled, goOn);
  }

  private static Object ofRxJava(
      AsynchronousType.Found type, CompletableFuture<?> source, Runnable cancelled, String goOn)
      throws ReflectiveOperationException {
    Class<?> single = AsynchronousType.SINGLE.in(type.type().getClassLoader());
    Object future =
        single.getMethod("fromCompletionStage", CompletionStage.class).invoke(null, source);
    return goOn(single, future, "doOnDispose(Action)", cancelled, goOn);
  }

  private static Object goOn(
      Class<?> type, Object future, String whenCancelled, Runnable cancelled, String goOn)
      throws ReflectiveOperationException {
    Object told =
        with(
            Proxies.method(type, whenCancelled),
            future,
            (proxy, method, arguments) -> {
              cancelled.run();
              return null;
            });
    return with(
        Proxies.method(type, goOn + "(Function)"), told, (proxy, method, other) -> other[0]);
  }

  /** Returns what an operator makes of a source; it takes a function of its library. */
  private static Object with(Method operator, Object source, InvocationHandler function)
      throws ReflectiveOperationException {
    Object argument = Proxies.of(operator.getParameterTypes()[0], source, function);
    return operator.invoke(source, argument);
  }
}
