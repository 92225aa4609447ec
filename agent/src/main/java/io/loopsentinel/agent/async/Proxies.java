package io.loopsentinel.agent.async;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Proxies for interfaces of the application, and reflective calls of its methods. Stateless. */
final class Proxies {

  private Proxies() {}

  /**
   * Creates a proxy in the class loader of an interface.
   *
   * @param standsFor the object that gives the proxy its {@code toString}
   * @param behaviour handles all methods except those of {@link Object}; its array is never null
   */
  static Object of(Class<?> type, Object standsFor, InvocationHandler behaviour) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> standsFor.toString();
            };
          }
          return behaviour.invoke(proxy, method, arguments == null ? new Object[0] : arguments);
        };
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  /** Calls a method, and throws its exceptions unwrapped. */
  static @Nullable Object invoke(
      Method method, @Nullable Object target, @Nullable Object... arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /** Applies an operator, which takes a function of its library, to a source. */
  static Object operator(Method operator, Object source, InvocationHandler function)
      throws ReflectiveOperationException {
    Object argument = of(operator.getParameterTypes()[0], source, function);
    return operator.invoke(source, argument);
  }

  /**
   * Finds a method by its name and the simple name of its only parameter.
   *
   * @throws LaterResult.UnfitLibraryException if there is none
   */
  static Method method(Class<?> type, String signature) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getParameterCount() == 1)
        .filter(
            method ->
                signature.equals(
                    method.getName() + "(" + method.getParameterTypes()[0].getSimpleName() + ")"))
        .findFirst()
        .orElseThrow(
            () ->
                new LaterResult.UnfitLibraryException(
                    "this version of " + type.getName() + " has no method " + signature));
  }
}
