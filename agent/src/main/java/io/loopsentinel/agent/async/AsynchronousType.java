package io.loopsentinel.agent.async;

import io.loopsentinel.engine.identity.ForgettableClassValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A type of asynchronous results.
 *
 * <p>Types of reactive libraries are known by name, because the agent has none of these libraries,
 * and each class loader of the application may have its own. If an object has several types, the
 * first in this list counts. Stateless.
 */
public enum AsynchronousType {
  MONO("reactor.core.publisher.Mono", "fromDirect(Publisher)", "CoreSubscriber"),
  FLUX("reactor.core.publisher.Flux", "from(Publisher)", "CoreSubscriber"),
  SINGLE("io.reactivex.rxjava3.core.Single", "wrap(SingleSource)", "SingleObserver"),
  MAYBE("io.reactivex.rxjava3.core.Maybe", "wrap(MaybeSource)", "MaybeObserver"),
  COMPLETABLE(
      "io.reactivex.rxjava3.core.Completable", "wrap(CompletableSource)", "CompletableObserver"),
  OBSERVABLE("io.reactivex.rxjava3.core.Observable", "wrap(ObservableSource)", "Observer"),
  FLOWABLE("io.reactivex.rxjava3.core.Flowable", "fromPublisher(Publisher)", "FlowableSubscriber"),
  PUBLISHER("org.reactivestreams.Publisher", null, "Subscriber"),
  FLOW_PUBLISHER("java.util.concurrent.Flow$Publisher", null, "Subscriber"),
  COMPLETABLE_FUTURE("java.util.concurrent.CompletableFuture", null, null),
  COMPLETION_STAGE("java.util.concurrent.CompletionStage", null, null),
  FUTURE("java.util.concurrent.Future", null, null);

  private final String typeName;

  /** The static method that converts a source to the type; {@code null} if a source is one. */
  final @Nullable String factory;

  /**
   * The parameter type of {@code subscribe}: the library's own subscriber if it has one, because it
   * carries more than the interface, such as Reactor's context.
   */
  final @Nullable String subscriber;

  AsynchronousType(String typeName, @Nullable String factory, @Nullable String subscriber) {
    this.typeName = typeName;
    this.factory = factory;
    this.subscriber = subscriber;
  }

  /** The asynchronous type of a class, and the supertype that makes it one. */
  record Found(AsynchronousType kind, Class<?> type) {}

  /** Results by class. They live in the class and do not prevent its unloading. */
  private static final ClassValue<Optional<Found>> BY_CLASS =
      new ForgettableClassValue<>() {
        @Override
        protected Optional<Found> compute(Class<?> type) {
          for (AsynchronousType kind : values()) {
            Class<?> found = supertype(type, each -> each.getName().equals(kind.typeName));
            if (found != null) {
              return Optional.of(new Found(kind, found));
            }
          }
          return Optional.empty();
        }
      };

  /** Returns whether an object has an asynchronous type. */
  public static boolean isOne(@Nullable Object value) {
    return value != null && find(value.getClass()) != null;
  }

  /** Returns whether a binary name is the name of an asynchronous type. */
  public static boolean isNameOfOne(String typeName) {
    return Arrays.stream(values()).anyMatch(kind -> kind.typeName.equals(typeName));
  }

  /** Returns the asynchronous type of a class; {@code null} if its objects are plain values. */
  static @Nullable Found find(Class<?> type) {
    return BY_CLASS.get(type).orElse(null);
  }

  boolean isStream() {
    return switch (this) {
      case FLUX, OBSERVABLE, FLOWABLE, PUBLISHER, FLOW_PUBLISHER -> true;
      default -> false;
    };
  }

  /** Returns the operator that goes on with another source after an error, if there is one. */
  @Nullable String resumeOperator() {
    return switch (this) {
      case MONO, FLUX -> "onErrorResume";
      case SINGLE, MAYBE, OBSERVABLE, FLOWABLE -> "onErrorResumeNext";
      default -> null;
    };
  }

  /** Returns whether {@link DeferredObject} can create objects of this type. */
  boolean canBeDeferred() {
    return switch (this) {
      case PUBLISHER, FLOW_PUBLISHER, FUTURE -> false;
      default -> true;
    };
  }

  /** Returns the class with its name in a class loader. */
  Class<?> in(@Nullable ClassLoader loader) throws ClassNotFoundException {
    return Class.forName(typeName, false, loader);
  }

  /** Returns whether values arrive by subscription. */
  boolean isReactive() {
    return subscriber != null;
  }

  /** Returns the first of a class and its supertypes that satisfies a predicate. */
  static @Nullable Class<?> supertype(@Nullable Class<?> type, Predicate<Class<?>> wanted) {
    if (type == null || wanted.test(type)) {
      return type;
    }
    Class<?> found = supertype(type.getSuperclass(), wanted);
    for (Class<?> each : type.getInterfaces()) {
      found = found == null ? supertype(each, wanted) : found;
    }
    return found;
  }
}
