package com.acme.shapes.reflection;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls methods by their names: those of tools, and those that start and stop beans. */
final class Reflections {

  private Reflections() {}

  static Object invoke(Object target, String methodName, Object... arguments) {
    for (Method method : target.getClass().getMethods()) {
      if (method.getName().equals(methodName) && method.getParameterCount() == arguments.length) {
        try {
          return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
          throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new IllegalArgumentException("no method " + methodName);
  }
}
