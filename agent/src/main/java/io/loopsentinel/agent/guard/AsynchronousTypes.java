package io.loopsentinel.agent.guard;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Tells results that come later from those that are there.
 *
 * <p>The types of reactive libraries are told by their names: the agent has none of them.
 * Stateless.
 */
public final class AsynchronousTypes {

  private static final Set<String> NAMES =
      Set.of(
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Flow$Publisher",
          "java.util.concurrent.Future",
          "org.reactivestreams.Publisher",
          "reactor.core.publisher.Flux",
          "reactor.core.publisher.Mono",
          "io.reactivex.rxjava3.core.Completable",
          "io.reactivex.rxjava3.core.Flowable",
          "io.reactivex.rxjava3.core.Maybe",
          "io.reactivex.rxjava3.core.Observable",
          "io.reactivex.rxjava3.core.Single");

  /** What was found out about a class lives in the class, and does not keep it from unloading. */
  private static final ClassValue<Boolean> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isNamed(type);
        }
      };

  private AsynchronousTypes() {}

  /** Whether a type of this name, as in {@code java.util.Map$Entry}, is one. */
  public static boolean isNameOfOne(String type) {
    return NAMES.contains(type);
  }

  /** Whether an object is of such a type. */
  static boolean isOne(@Nullable Object result) {
    return result != null
        && (result instanceof CompletionStage
            || result instanceof Future
            || result instanceof Flow.Publisher
            || BY_CLASS.get(result.getClass()));
  }

  private static boolean isNamed(@Nullable Class<?> type) {
    if (type == null) {
      return false;
    }
    if (NAMES.contains(type.getName()) || isNamed(type.getSuperclass())) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (isNamed(each)) {
        return true;
      }
    }
    return false;
  }
}
