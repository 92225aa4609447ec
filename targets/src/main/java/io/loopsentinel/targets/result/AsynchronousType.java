package io.loopsentinel.targets.result;

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
  MONO("reactor.core.publisher.Mono"),
  FLUX("reactor.core.publisher.Flux"),
  SINGLE("io.reactivex.rxjava3.core.Single"),
  MAYBE("io.reactivex.rxjava3.core.Maybe"),
  COMPLETABLE("io.reactivex.rxjava3.core.Completable"),
  OBSERVABLE("io.reactivex.rxjava3.core.Observable"),
  FLOWABLE("io.reactivex.rxjava3.core.Flowable"),
  PUBLISHER("org.reactivestreams.Publisher"),
  FLOW_PUBLISHER("java.util.concurrent.Flow$Publisher"),
  COMPLETABLE_FUTURE("java.util.concurrent.CompletableFuture"),
  COMPLETION_STAGE("java.util.concurrent.CompletionStage"),
  FUTURE("java.util.concurrent.Future");

  private final String typeName;

  AsynchronousType(String typeName) {
    this.typeName = typeName;
  }

  /** The asynchronous type of a class, and the supertype that makes it one. */
  public record Found(AsynchronousType kind, Class<?> type) {}

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

  public static boolean isOne(@Nullable Object value) {
    return value != null && find(value.getClass()) != null;
  }

  /** Returns whether a binary name is the name of an asynchronous type. */
  public static boolean isNameOfOne(String typeName) {
    return Arrays.stream(values()).anyMatch(kind -> kind.typeName.equals(typeName));
  }

  /** Returns the asynchronous type of a class; {@code null} if its objects are plain values. */
  public static @Nullable Found find(Class<?> type) {
    return BY_CLASS.get(type).orElse(null);
  }

  public boolean isStream() {
    return switch (this) {
      case FLUX, OBSERVABLE, FLOWABLE, PUBLISHER, FLOW_PUBLISHER -> true;
      default -> false;
    };
  }

  /** Returns whether it is an interface of publishers, which sources of any library implement. */
  public boolean isPublisher() {
    return this == PUBLISHER || this == FLOW_PUBLISHER;
  }

  /** Returns whether values arrive by subscription. */
  public boolean isReactive() {
    return switch (this) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE, FUTURE -> false;
      default -> true;
    };
  }

  /** Returns the first of a class and its supertypes that satisfies a predicate. */
  public static @Nullable Class<?> supertype(@Nullable Class<?> type, Predicate<Class<?>> wanted) {
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
