package io.loopsentinel.agent.async;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Builds objects by which a value or an error comes that is there already. Stateless. */
final class LaterValues {

  private LaterValues() {}

  /** Whether a method that declares this type can return a value by it. */
  static boolean canHold(AsynchronousType.Found later, Class<?> declared) {
    return later.kind() != AsynchronousType.COMPLETABLE && canFail(later, declared);
  }

  /** Whether a method that declares this type can return an error by it. */
  static boolean canFail(AsynchronousType.Found later, Class<?> declared) {
    // What is built is of the library's own type, not of a class that extends it.
    return later.type() == declared;
  }

  static Object completed(AsynchronousType.Found later, @Nullable Object value)
      throws ReflectiveOperationException {
    return switch (later.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE, FUTURE -> CompletableFuture.completedFuture(value);
      case PUBLISHER, FLOW_PUBLISHER -> ReadyPublisher.of(later.type(), value, null);
      default -> build(later.type(), "just", Object.class, value);
    };
  }

  static Object failed(AsynchronousType.Found later, Throwable error)
      throws ReflectiveOperationException {
    return switch (later.kind()) {
      case COMPLETABLE_FUTURE, COMPLETION_STAGE, FUTURE -> CompletableFuture.failedFuture(error);
      case PUBLISHER, FLOW_PUBLISHER -> ReadyPublisher.of(later.type(), null, error);
      default -> build(later.type(), "error", Throwable.class, error);
    };
  }

  private static Object build(
      Class<?> type, String factory, Class<?> parameter, @Nullable Object argument)
      throws ReflectiveOperationException {
    try {
      return type.getMethod(factory, parameter).invoke(null, argument);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(type.getName() + "." + factory, e.getCause());
    }
  }
}
