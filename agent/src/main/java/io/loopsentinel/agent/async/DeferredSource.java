package io.loopsentinel.agent.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Creates sources that delegate to another source of the same type when it becomes available, with
 * the operators of their library.
 */
final class DeferredSource {

  private DeferredSource() {}

  /**
   * Creates a source.
   *
   * @param source a future of the other source
   * @param cancelled runs when a subscription is cancelled; later subscriptions still work
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
      AsynchronousType.Found type, CompletableFuture<?> source, Runnable cancelled, String operator)
      throws ReflectiveOperationException {
    Class<?> mono = AsynchronousType.MONO.in(type.type().getClassLoader());
    // A copy for each subscription, because a Mono cancels the future that it waits for.
    Supplier<CompletionStage<?>> copies = source::copy;
    Object future = mono.getMethod("fromCompletionStage", Supplier.class).invoke(null, copies);
    return delegating(mono, future, "doOnCancel(Runnable)", cancelled, operator);
  }

  private static Object ofRxJava(
      AsynchronousType.Found type, CompletableFuture<?> source, Runnable cancelled, String operator)
      throws ReflectiveOperationException {
    Class<?> single = AsynchronousType.SINGLE.in(type.type().getClassLoader());
    Object future =
        single.getMethod("fromCompletionStage", CompletionStage.class).invoke(null, source);
    return delegating(single, future, "doOnDispose(Action)", cancelled, operator);
  }

  private static Object delegating(
      Class<?> type, Object future, String whenCancelled, Runnable cancelled, String operator)
      throws ReflectiveOperationException {
    Object cancellable =
        Proxies.operator(
            Proxies.method(type, whenCancelled),
            future,
            (proxy, method, arguments) -> {
              cancelled.run();
              return null;
            });
    return Proxies.operator(
        Proxies.method(type, operator + "(Function)"),
        cancellable,
        (proxy, method, other) -> other[0]);
  }
}
