package io.loopsentinel.targets.link;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pairs of callbacks for success and for errors, such as {@code onNext} and {@code onError} of a
 * subscriber.
 */
final class Callback {

  private Callback() {}

  /** Returns the error callback that belongs to a callback; empty if there is none. */
  static Optional<Method> errorCallback(Method method) {
    try {
      return method.getReturnType() != void.class
          ? Optional.empty()
          : supertypes(method.getDeclaringClass())
              .filter(type -> declares(type, method))
              .flatMap(type -> Stream.of(type.getDeclaredMethods()))
              .filter(each -> takesErrors(each) && !each.getName().equals(method.getName()))
              .findFirst();
    } catch (LinkageError missingType) {
      return Optional.empty(); // A class of a signature is missing.
    }
  }

  private static Stream<Class<?>> supertypes(Class<?> type) {
    return Stream.<Class<?>>concat(
            Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
        .flatMap(parent -> Stream.concat(Stream.of(parent), supertypes(parent)));
  }

  private static boolean declares(Class<?> type, Method overriding) {
    return Stream.of(type.getDeclaredMethods())
        .anyMatch(
            each ->
                each.getName().equals(overriding.getName())
                    && each.getParameterCount() == overriding.getParameterCount()
                    && !Modifier.isStatic(each.getModifiers()));
  }

  private static boolean takesErrors(Method method) {
    return method.getReturnType() == void.class
        && !Modifier.isStatic(method.getModifiers())
        && Stream.of(method.getParameterTypes()).anyMatch(Throwable.class::isAssignableFrom);
  }
}
