package io.loopsentinel.targets.link;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tools that are classes: the framework creates an object with the arguments as its fields, and
 * calls a method without parameters, as {@code Supplier.get()}.
 */
final class ToolObjects {

  /** Packages of the JDK whose types are data. */
  private static final Set<String> DATA =
      Set.of("java.lang", "java.math", "java.time", "java.util");

  private ToolObjects() {}

  /** Returns whether a method only runs such an object. */
  static boolean isRunOf(Method method) {
    return method.getParameterCount() == 0 && hasEmptyName(method);
  }

  /**
   * Returns whether the name of a method says nothing about the tool: it is the only method of an
   * interface, without parameters or of the JDK, as {@code Function.apply(T)}.
   */
  static boolean hasEmptyName(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && !Modifier.isAbstract(method.getDeclaringClass().getModifiers())
        && Stream.<Class<?>>iterate(
                method.getDeclaringClass(), each -> each != null, each -> each.getSuperclass())
            .flatMap(each -> Stream.of(each.getInterfaces()))
            .anyMatch(each -> isOnlyMethod(method, each));
  }

  private static boolean isOnlyMethod(Method method, Class<?> type) {
    Method[] required =
        Stream.of(type.getMethods())
            .filter(each -> Modifier.isAbstract(each.getModifiers()))
            .toArray(Method[]::new);
    return required.length == 1
        && required[0].getName().equals(method.getName())
        && required[0].getParameterCount() == method.getParameterCount()
        && (method.getParameterCount() == 0 || type.getPackageName().startsWith("java."));
  }

  /** Returns whether an object has fields and all are data, so that it holds no service. */
  static boolean isData(Class<?> type) {
    Field[] fields =
        Stream.<Class<?>>iterate(type, each -> each != null, each -> each.getSuperclass())
            .flatMap(each -> Stream.of(each.getDeclaredFields()))
            .filter(each -> !Modifier.isStatic(each.getModifiers()))
            .toArray(Field[]::new);
    return fields.length > 0 && Stream.of(fields).allMatch(each -> isValue(each.getType()));
  }

  private static boolean isValue(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || type.isRecord()
        || DATA.contains(type.getPackageName())
        || (type.isArray() && isValue(type.getComponentType()));
  }
}
