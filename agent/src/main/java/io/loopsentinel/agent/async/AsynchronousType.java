package io.loopsentinel.agent.async;

import io.loopsentinel.engine.identity.ForgettableClassValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A type whose values come later.
 *
 * <p>The types of reactive libraries are told by their names: the agent has none of them, and each
 * class loader of the application may have its own. Of several that an object has, the first of
 * this list is meant. Stateless.
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

  /** The static method that makes an object of the type from a source; absent: a source is one. */
  final @Nullable String factory;

  /**
   * The parameter of its {@code subscribe}: the library's own subscriber where it has one, which
   * carries more than the interface says: Reactor's context, for example.
   */
  final @Nullable String subscriber;

  AsynchronousType(String typeName, @Nullable String factory, @Nullable String subscriber) {
    this.typeName = typeName;
    this.factory = factory;
    this.subscriber = subscriber;
  }

  /** What a class is, and which of its supertypes makes it that. */
  record Found(AsynchronousType kind, Class<?> type) {}

  /** What was found out about a class lives in the class, and does not keep it from unloading. */
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

  /** Whether an object is of such a type. */
  public static boolean isOne(@Nullable Object value) {
    return value != null && find(value.getClass()) != null;
  }

  /** Whether a type of this name, as in {@code java.util.Map$Entry}, is one. */
  public static boolean isNameOfOne(String typeName) {
    return Arrays.stream(values()).anyMatch(kind -> kind.typeName.equals(typeName));
  }

  /** Returns what a class is, or {@code null} where its objects are values themselves. */
  static @Nullable Found find(Class<?> type) {
    return BY_CLASS.get(type).orElse(null);
  }

  boolean isStream() {
    return switch (this) {
      case FLUX, OBSERVABLE, FLOWABLE, PUBLISHER, FLOW_PUBLISHER -> true;
      default -> false;
    };
  }

  /** Whether a {@link DeferredObject} brings objects of it. */
  boolean canBeDeferred() {
    return switch (this) {
      case PUBLISHER, FLOW_PUBLISHER, FUTURE -> false;
      default -> true;
    };
  }

  /** Returns the class of its name that a class loader knows. */
  Class<?> in(@Nullable ClassLoader loader) throws ClassNotFoundException {
    return Class.forName(typeName, false, loader);
  }

  /** Whether values come by subscribing. */
  boolean isReactive() {
    return subscriber != null;
  }

  /** Returns the first of a class and its supertypes of which something is true. */
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
