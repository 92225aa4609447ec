package io.loopsentinel.agent.guard;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A method that a type calls back with a success, and the one by which the type tells of errors
 * instead, as {@code onNext} and {@code onError} of a subscriber.
 */
final class Callback {

  private Callback() {}

  /** Returns the method beside a callback that is told of errors; empty where there is none. */
  static Optional<Method> errorCallback(Method method) {
    try {
      return method.getReturnType() != void.class
          ? Optional.empty()
          : supertypes(method.getDeclaringClass())
              .filter(type -> declares(type, method))
              .flatMap(type -> Stream.of(type.getDeclaredMethods()))
              .filter(each -> isToldOfErrors(each) && !each.getName().equals(method.getName()))
              .findFirst();
    } catch (LinkageError missingType) {
      return Optional.empty(); // A signature names a class that is not there.
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

  private static boolean isToldOfErrors(Method method) {
    return method.getReturnType() == void.class
        && !Modifier.isStatic(method.getModifiers())
        && Stream.of(method.getParameterTypes()).anyMatch(Throwable.class::isAssignableFrom);
  }
}
