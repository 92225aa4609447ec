package io.loopsentinel.agent.guard;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The types by which a result comes later. */
enum Later {
  FUTURE,
  STAGE,
  MONO,
  FLUX,
  SINGLE,
  MAYBE,
  COMPLETABLE,
  OBSERVABLE,
  FLOWABLE,
  PUBLISHER,
  FLOW;

  /** Returns the name of the methods that return this type. */
  String method() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Makes a result of this type. Futures and stages begin the work at once. */
  Object from(Mono<String> work) {
    return switch (this) {
      case FUTURE -> future(work);
      case STAGE -> future(work).minimalCompletionStage();
      case MONO -> work;
      case FLUX, PUBLISHER -> work.flux();
      case SINGLE -> Single.fromPublisher(work);
      case MAYBE -> Flowable.fromPublisher(work).singleElement();
      case COMPLETABLE -> Completable.fromPublisher(work);
      case OBSERVABLE -> Observable.fromPublisher(work);
      case FLOWABLE -> Flowable.fromPublisher(work);
      case FLOW -> FlowAdapters.toFlowPublisher(work);
    };
  }

  private static CompletableFuture<String> future(Mono<String> work) {
    CompletableFuture<String> future = new CompletableFuture<>();
    work.subscribe(future::complete, future::completeExceptionally, () -> future.complete(null));
    return future;
  }

  /** Subscribes to a result; returns a future of its value. */
  CompletableFuture<?> subscribe(Object result) {
    return switch (this) {
      case FUTURE, STAGE -> ((CompletionStage<?>) result).toCompletableFuture();
      case SINGLE -> single(((Single<?>) result).toFlowable());
      case MAYBE -> single(((Maybe<?>) result).toFlowable());
      case COMPLETABLE -> single(((Completable) result).toFlowable());
      case OBSERVABLE -> single(((Observable<?>) result).toFlowable(BackpressureStrategy.BUFFER));
      case FLOW -> single(FlowAdapters.toPublisher((Flow.Publisher<?>) result));
      default -> single((Publisher<?>) result);
    };
  }

  private static CompletableFuture<?> single(Publisher<?> source) {
    return Flux.from(source).singleOrEmpty().toFuture();
  }
}
