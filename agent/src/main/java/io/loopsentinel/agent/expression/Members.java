package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.lists.Lists;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The members of a type and its supertypes, whatever their visibility; overridden ones left out.
 */
final class Members {

  private record Key(String name, List<Class<?>> parameters) {

    /** Written out, as is {@link #hashCode}: the JVM would link them from method handles. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && name.equals(key.name) && parameters.equals(key.parameters);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + parameters.hashCode();
    }
  }

  private final Map<Key, Method> methods = new LinkedHashMap<>();
  private final Map<String, Field> fields = new LinkedHashMap<>();
  private @Nullable LinkageError unreadable;

  private Members(Collection<Class<?>> types, boolean isStatic) {
    for (Class<?> type : types) {
      for (Method method : declaredMethods(type)) {
        if (Modifier.isStatic(method.getModifiers()) == isStatic) {
          methods.merge(
              new Key(method.getName(), List.of(method.getParameterTypes())),
              method,
              Members::overriding);
        }
      }
      for (Field field : declaredFields(type)) {
        if (Modifier.isStatic(field.getModifiers()) == isStatic) {
          fields.putIfAbsent(field.getName(), field);
        }
      }
    }
  }

  /** Returns what an object of a type has. */
  static Members ofInstance(Class<?> type) {
    return new Members(supertypes(type), false);
  }

  /** Returns the static members that can be named through a type. */
  static Members ofType(Class<?> type) {
    Members members = new Members(supertypes(type), true);
    // Static methods of an interface are not inherited (JLS 8.4.8), its constants are.
    members
        .methods
        .values()
        .removeIf(
            method ->
                method.getDeclaringClass() != type && method.getDeclaringClass().isInterface());
    return members;
  }

  /** Returns a type, its superclasses and then all its interfaces; Object for an interface, too. */
  static Set<Class<?>> supertypes(Class<?> type) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      types.add(each);
    }
    Deque<Class<?>> queue = new ArrayDeque<>(types);
    for (Class<?> each = queue.poll(); each != null; each = queue.poll()) {
      for (Class<?> parent : each.getInterfaces()) {
        if (types.add(parent)) {
          queue.add(parent);
        }
      }
    }
    types.add(Object.class);
    return types;
  }

  /** Returns the methods of a name, those of subclasses first. */
  List<Method> methods(String name) {
    List<Method> named = Lists.filter(methods.values(), method -> method.getName().equals(name));
    return Lists.filter(
        named, method -> !method.isBridge() || !Lists.any(named, bridgedBy(method)));
  }

  @Nullable Field field(String name) {
    return fields.get(name);
  }

  /** Returns what {@code .name} reads: record component, getter, method, field, in this order. */
  @Nullable Member property(String name) {
    Field field = fields.get(name);
    Method sameName = reader(name);
    if (sameName != null && field != null && field.getDeclaringClass().isRecord()) {
      return sameName;
    }
    Method getter = getter(name);
    if (getter != null) {
      return getter;
    }
    return sameName != null ? sameName : field;
  }

  /** Returns the getter or method without parameters that reads a property. */
  @Nullable Method accessor(String name) {
    Method getter = getter(name);
    return getter != null ? getter : reader(name);
  }

  /** Returns all members, methods first, for messages. */
  Stream<Member> all() {
    return Stream.concat(methods.values().stream(), fields.values().stream());
  }

  /** Returns why members may be missing here, or {@code null}. */
  @Nullable LinkageError unreadable() {
    return unreadable;
  }

  private @Nullable Method getter(String name) {
    String capitalised = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    Method getter = reader("get" + capitalised);
    if (getter != null) {
      return getter;
    }
    getter = reader("is" + capitalised);
    return getter != null && Conversion.boxed(getter.getReturnType()) == Boolean.class
        ? getter
        : null;
  }

  private @Nullable Method reader(String name) {
    Method method = methods.get(new Key(name, List.of()));
    return method == null || method.getReturnType() == void.class ? null : method;
  }

  /** Of two methods with the same parameters, the first met overrides the other. */
  private static Method overriding(Method first, Method second) {
    boolean firstIsBridge = first.isBridge() && !second.isBridge();
    return firstIsBridge && first.getDeclaringClass() == second.getDeclaringClass()
        ? second
        : first;
  }

  /**
   * A bridge with other parameter types only casts and calls on; javac also writes some without.
   */
  private static Predicate<Method> bridgedBy(Method bridge) {
    return method ->
        !method.isBridge()
            && method.getDeclaringClass() == bridge.getDeclaringClass()
            && method.getParameterCount() == bridge.getParameterCount();
  }

  private Collection<Method> declaredMethods(Class<?> type) {
    try {
      return List.of(type.getDeclaredMethods());
    } catch (LinkageError missingType) {
      // A signature names a type that is not there (an optional dependency). The public methods
      // may still be readable, as the JVM then resolves only theirs.
      unreadable = missingType;
      return publicMethods(type);
    }
  }

  private static Collection<Method> publicMethods(Class<?> type) {
    try {
      return Stream.of(type.getMethods())
          .filter(method -> method.getDeclaringClass() == type)
          .toList();
    } catch (LinkageError missingType) {
      return List.of();
    }
  }

  private Collection<Field> declaredFields(Class<?> type) {
    try {
      return List.of(type.getDeclaredFields());
    } catch (LinkageError missingType) {
      unreadable = missingType;
      return List.of();
    }
  }
}
