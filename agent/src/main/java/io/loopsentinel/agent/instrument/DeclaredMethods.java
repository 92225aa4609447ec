package io.loopsentinel.agent.instrument;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/** Lists the methods of a loaded class as its file names them. */
final class DeclaredMethods {

  private DeclaredMethods() {}

  /**
   * Returns them by name and descriptor, written together.
   *
   * @throws LinkageError where a method has a parameter type that is not there
   */
  static Map<String, Method> of(Class<?> owner) {
    Map<String, Method> methods = new HashMap<>();
    for (Method method : owner.getDeclaredMethods()) {
      methods.put(method.getName() + descriptor(method), method);
    }
    return methods;
  }

  private static String descriptor(Method method) {
    StringBuilder descriptor = new StringBuilder("(");
    for (Class<?> parameter : method.getParameterTypes()) {
      descriptor.append(parameter.descriptorString());
    }
    return descriptor.append(')').append(method.getReturnType().descriptorString()).toString();
  }
}
