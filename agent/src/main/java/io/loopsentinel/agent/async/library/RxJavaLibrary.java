package io.loopsentinel.agent.async.library;

import io.loopsentinel.agent.async.ReactiveLibrary;
import io.loopsentinel.agent.async.SourceObserver;
import io.loopsentinel.targets.result.AsynchronousType;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.CompletableSource;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.MaybeSource;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** RxJava 3, whose other types are converted to {@link Flowable} and back. */
@SuppressWarnings("unchecked") // Items are only passed on.
public final class RxJavaLibrary implements ReactiveLibrary {

  private static final class ObservedFlowableSubscriber extends ObservedSubscriber
      implements FlowableSubscriber<Object> {

    ObservedFlowableSubscriber(Subscriber<Object> subscriber, SourceObserver.Signals signals) {
      super(subscriber, signals);
    }
  }

  private static Flowable<Object> toFlowable(AsynchronousType type, Object source) {
    return switch (type) {
      case SINGLE -> Single.wrap((SingleSource<Object>) source).toFlowable();
      case MAYBE -> Maybe.wrap((MaybeSource<Object>) source).toFlowable();
      case COMPLETABLE -> Completable.wrap((CompletableSource) source).toFlowable();
      case OBSERVABLE ->
          Observable.wrap((ObservableSource<Object>) source)
              .toFlowable(BackpressureStrategy.MISSING); // An Observable gets no requests.
      default -> Flowable.fromPublisher((Publisher<Object>) source);
    };
  }

  private static Object fromFlowable(AsynchronousType type, Flowable<Object> source) {
    return switch (type) {
      case SINGLE -> source.singleOrError();
      case MAYBE -> source.singleElement();
      case COMPLETABLE -> source.ignoreElements();
      case OBSERVABLE -> source.toObservable();
      default -> source;
    };
  }

  private static Class<?> interfaceOf(AsynchronousType type) {
    return switch (type) {
      case SINGLE -> SingleSource.class;
      case MAYBE -> MaybeSource.class;
      case OBSERVABLE -> ObservableSource.class;
      default -> Publisher.class;
    };
  }

  @Override
  public Object observe(AsynchronousType type, Object source, SourceObserver observer) {
    Flowable<Object> observed =
        Flowable.fromPublisher(
            subscriber ->
                observer.subscribe(
                    source,
                    subscriber,
                    ObservedFlowableSubscriber::new,
                    (from, passed) -> toFlowable(type, from).subscribe(passed)));
    return fromFlowable(
        type,
        observer.listener().mayAnswer() && type != AsynchronousType.COMPLETABLE
            ? observed.onErrorResumeNext(error -> answer(type, error, observer))
            : observed);
  }

  private static Flowable<Object> answer(
      AsynchronousType type, Throwable error, SourceObserver observer) {
    Object answer = observer.listener().answer(error);
    if (answer == null) {
      return Flowable.error(error);
    }
    return interfaceOf(type).isInstance(answer) ? toFlowable(type, answer) : Flowable.just(answer);
  }

  @Override
  public Object ready(AsynchronousType type, @Nullable Object value, @Nullable Throwable error) {
    return fromFlowable(type, error == null ? Flowable.just(value) : Flowable.error(error));
  }

  @Override
  public Object deferred(
      AsynchronousType type, CompletableFuture<@Nullable Object> source, Runnable cancelled) {
    return fromFlowable(
        type,
        Single.fromCompletionStage(source)
            .doOnDispose(cancelled::run)
            .flatMapPublisher(other -> toFlowable(type, other)));
  }
}
