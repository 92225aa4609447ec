package io.loopsentinel.agent.async.library;

import io.loopsentinel.agent.async.ReactiveLibrary;
import io.loopsentinel.agent.async.SourceObserver;
import io.loopsentinel.targets.result.AsynchronousType;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Project Reactor, version 3.1 or newer. */
@SuppressWarnings("unchecked") // Items are only passed on.
public final class ReactorLibrary implements ReactiveLibrary {

  /** Passes on the context of a subscriber, because any source may ask for it. */
  private static final class ObservedCoreSubscriber extends ObservedSubscriber
      implements CoreSubscriber<Object> {

    private final CoreSubscriber<Object> subscriber;

    ObservedCoreSubscriber(CoreSubscriber<Object> subscriber, SourceObserver.Signals signals) {
      super(subscriber, signals);
      this.subscriber = subscriber;
    }

    @Override
    public Context currentContext() {
      return subscriber.currentContext();
    }
  }

  /** Fails for older versions, which lack this type. */
  public ReactorLibrary() {
    Objects.requireNonNull(CoreSubscriber.class);
  }

  @Override
  public Object observe(AsynchronousType type, Object source, SourceObserver observer) {
    Publisher<Object> observed =
        subscriber ->
            observer.subscribe(
                source,
                (CoreSubscriber<Object>) subscriber,
                ObservedCoreSubscriber::new,
                (from, passed) -> subscribe(type, from, passed));
    boolean mayAnswer = observer.listener().mayAnswer();
    if (type == AsynchronousType.MONO) {
      Mono<Object> mono = Mono.fromDirect(observed);
      return mayAnswer
          ? mono.onErrorResume(error -> Mono.fromDirect(answer(error, observer)))
          : mono;
    }
    Flux<Object> flux = Flux.from(observed);
    return mayAnswer ? flux.onErrorResume(error -> answer(error, observer)) : flux;
  }

  private static void subscribe(
      AsynchronousType type, Object source, CoreSubscriber<Object> subscriber) {
    Publisher<Object> publisher = (Publisher<Object>) source;
    if (type == AsynchronousType.MONO) {
      Mono.fromDirect(publisher).subscribe(subscriber);
    } else {
      Flux.from(publisher).subscribe(subscriber);
    }
  }

  private static Publisher<Object> answer(Throwable error, SourceObserver observer) {
    Object answer = observer.listener().answer(error);
    if (answer == null) {
      return Mono.error(error);
    }
    return answer instanceof Publisher<?> source ? (Publisher<Object>) source : Mono.just(answer);
  }

  @Override
  public Object ready(AsynchronousType type, @Nullable Object value, @Nullable Throwable error) {
    Mono<Object> ready = error == null ? Mono.just(value) : Mono.error(error);
    return type == AsynchronousType.MONO ? ready : ready.flux();
  }

  @Override
  public Object deferred(
      AsynchronousType type, CompletableFuture<@Nullable Object> source, Runnable cancelled) {
    // A copy for each subscription, because a Mono cancels the future that it waits for.
    Mono<Object> later = Mono.fromCompletionStage(source::copy).doOnCancel(cancelled);
    return type == AsynchronousType.MONO
        ? later.flatMap(other -> (Mono<Object>) other)
        : later.flatMapMany(other -> (Publisher<Object>) other);
  }

  @Override
  public Object observed(Object subscriber, SourceObserver.Signals signals) {
    return new ObservedCoreSubscriber((CoreSubscriber<Object>) subscriber, signals);
  }
}
