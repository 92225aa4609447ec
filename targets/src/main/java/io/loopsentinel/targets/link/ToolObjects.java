package io.loopsentinel.targets.link;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tools that are classes: the framework creates an object with the arguments as its fields, and
 * calls a method without parameters, as {@code Supplier.get()}.
 */
public final class ToolObjects {

  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

  /** Packages of the JDK whose types are data. */
  private static final Set<String> DATA =
      Set.of("java.lang", "java.math", "java.time", "java.util");

  private ToolObjects() {}

  /** Returns whether a method only runs an object whose fields are the arguments. */
  public static boolean isRunOf(Method method) {
    return method.getParameterCount() == 0
        && isData(method.getDeclaringClass())
        && hasEmptyName(method);
  }

  /**
   * Returns whether the name of a method says nothing about the tool. It is then the only method of
   * an object that holds data, or of an interface. The interface is one of the JDK, or its other
   * methods describe the tool, or the method takes no parameters.
   */
  static boolean hasEmptyName(Method method) {
    Class<?> owner = method.getDeclaringClass();
    return !Modifier.isStatic(method.getModifiers())
        && !Modifier.isAbstract(owner.getModifiers())
        && (isOnlyMethodOfData(method)
            || superclasses(owner)
                .flatMap(each -> Stream.of(each.getInterfaces()))
                .anyMatch(each -> isOnlyMethod(method, each)));
  }

  /** Returns whether other methods of the class only read or set its fields. */
  private static boolean isOnlyMethodOfData(Method method) {
    Class<?> owner = method.getDeclaringClass();
    return method.getParameterCount() == 0
        && method.getAnnotations().length == 0
        && isData(owner)
        && Stream.of(owner.getDeclaredMethods())
            .filter(each -> !each.isSynthetic() && !OF_EVERY_OBJECT.contains(each.getName()))
            .filter(each -> (each.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0)
            .allMatch(each -> each.equals(method) || isNamedAfterField(each));
  }

  private static boolean isNamedAfterField(Method method) {
    String name = method.getName().toLowerCase(Locale.ROOT);
    return fields(method.getDeclaringClass())
        .anyMatch(each -> name.endsWith(each.getName().toLowerCase(Locale.ROOT)));
  }

  private static boolean isOnlyMethod(Method method, Class<?> type) {
    Method[] required =
        Stream.of(type.getMethods())
            .filter(each -> Modifier.isAbstract(each.getModifiers()))
            .toArray(Method[]::new);
    boolean isDescribed =
        Stream.of(type.getMethods())
            .anyMatch(
                each -> each.getParameterCount() == 0 && each.getReturnType() == String.class);
    List<Method> operations =
        required.length == 1 || !isDescribed
            ? List.of(required)
            : Stream.of(required).filter(each -> each.getParameterCount() > 0).toList();
    return operations.size() == 1
        && operations.get(0).getName().equals(method.getName())
        && operations.get(0).getParameterCount() == method.getParameterCount()
        && (method.getParameterCount() == 0
            || isDescribed
            || type.getPackageName().startsWith("java."));
  }

  /** Returns whether an object has fields and all are data, so that it holds no service. */
  private static boolean isData(Class<?> type) {
    return fields(type).findAny().isPresent()
        && fields(type).allMatch(each -> isValue(each.getType()));
  }

  private static Stream<Field> fields(Class<?> type) {
    return superclasses(type)
        .flatMap(each -> Stream.of(each.getDeclaredFields()))
        .filter(each -> !Modifier.isStatic(each.getModifiers()));
  }

  private static Stream<Class<?>> superclasses(Class<?> type) {
    return Stream.iterate(type, each -> each != null, each -> each.getSuperclass());
  }

  private static boolean isValue(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || type.isRecord()
        || DATA.contains(type.getPackageName())
        || (type.isArray() && isValue(type.getComponentType()));
  }
}
