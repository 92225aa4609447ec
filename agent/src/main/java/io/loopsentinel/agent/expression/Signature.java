package io.loopsentinel.agent.expression;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The static types that an expression is linked against.
 *
 * @param self the type of {@code this}
 * @param method the guarded method; its class loader finds the types that the expression names
 */
public record Signature(Class<?> self, Method method) {

  /** Returns the signature of a method whose {@code this} is of the class that declares it. */
  public static Signature of(Method method) {
    return new Signature(method.getDeclaringClass(), method);
  }

  boolean isStatic() {
    return Modifier.isStatic(method.getModifiers());
  }

  /** Returns the method as it is called in messages: class and name. */
  String label() {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  /** Returns for example {@code "2 parameters (String, Map)"}. */
  public String parameterList() {
    int count = method.getParameterCount();
    if (count == 0) {
      return "no parameters";
    }
    return Stream.of(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(
            Collectors.joining(", ", count + (count == 1 ? " parameter (" : " parameters ("), ")"));
  }
}
