package io.loopsentinel.agent.expression;

import static java.util.stream.Collectors.toMap;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

  /** Those of subclasses first, overridden ones still among them. */
  private final List<Method> methods = new ArrayList<>();

  /** By name; a field of a subclass hides one of its superclass. */
  private final Map<String, Field> fields = new LinkedHashMap<>();

  private @Nullable LinkageError unreadable;

  private Members(Class<?> type, Predicate<Member> wanted) {
    for (Class<?> each : supertypes(type)) {
      declaredMethods(each).stream().filter(wanted).forEach(methods::add);
      declaredFields(each).stream()
          .filter(wanted)
          .forEach(field -> fields.putIfAbsent(field.getName(), field));
    }
  }

  /** Returns what an object of a type has. */
  static Members ofInstance(Class<?> type) {
    return new Members(type, member -> !Modifier.isStatic(member.getModifiers()));
  }

  /**
   * Returns the static members that can be named through a type. Static methods of an interface are
   * not inherited (JLS 8.4.8), its constants are.
   */
  static Members ofType(Class<?> type) {
    return new Members(
        type,
        member ->
            Modifier.isStatic(member.getModifiers())
                && (member instanceof Field
                    || member.getDeclaringClass() == type
                    || !member.getDeclaringClass().isInterface()));
  }

  /** Returns a type, its superclasses and then all its interfaces; Object for an interface, too. */
  static Set<Class<?>> supertypes(Class<?> type) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      types.add(each);
    }
    Deque<Class<?>> queue = new ArrayDeque<>(types);
    for (Class<?> each = queue.poll(); each != null; each = queue.poll()) {
      Stream.of(each.getInterfaces()).filter(types::add).forEach(queue::add);
    }
    types.add(Object.class);
    return types;
  }

  /**
   * Returns the methods of a name, those of subclasses first. A bridge is left out where its class
   * has the method that it leads to; javac also writes some without, to make methods public.
   */
  List<Method> methods(String name) {
    Collection<Method> named =
        withoutOverridden(methods.stream().filter(method -> method.getName().equals(name)));
    return named.stream()
        .filter(method -> !method.isBridge() || named.stream().noneMatch(bridgedBy(method)))
        .toList();
  }

  @Nullable Field field(String name) {
    return fields.get(name);
  }

  /** Returns what {@code .name} reads: record component, getter, method, field, in this order. */
  @Nullable Member property(String name) {
    Field field = field(name);
    Method sameName = reader(name);
    if (sameName != null && field != null && field.getDeclaringClass().isRecord()) {
      return sameName;
    }
    Method accessor = accessor(name);
    return accessor != null ? accessor : field;
  }

  /** Returns the getter or method without parameters that reads a property. */
  @Nullable Method accessor(String name) {
    String capitalised = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    Method getter = reader("get" + capitalised);
    if (getter != null) {
      return getter;
    }
    Method test = reader("is" + capitalised);
    return test != null && Conversion.boxed(test.getReturnType()) == Boolean.class
        ? test
        : reader(name);
  }

  /** Returns all members, methods first, for messages. */
  Stream<Member> all() {
    return Stream.concat(withoutOverridden(methods.stream()).stream(), fields.values().stream());
  }

  /** Returns why members may be missing here, or {@code null}. */
  @Nullable LinkageError unreadable() {
    return unreadable;
  }

  private @Nullable Method reader(String name) {
    return methods.stream()
        .filter(method -> method.getParameterCount() == 0 && method.getName().equals(name))
        .reduce(Members::overriding)
        .filter(method -> method.getReturnType() != void.class)
        .orElse(null);
  }

  private static Collection<Method> withoutOverridden(Stream<Method> methods) {
    return methods
        .collect(
            toMap(
                method -> List.of(method.getName(), List.of(method.getParameterTypes())),
                method -> method,
                Members::overriding,
                LinkedHashMap::new))
        .values();
  }

  /** Of two methods with the same parameters, the first met overrides the other. */
  private static Method overriding(Method first, Method second) {
    boolean firstIsBridge = first.isBridge() && !second.isBridge();
    return firstIsBridge && first.getDeclaringClass() == second.getDeclaringClass()
        ? second
        : first;
  }

  private static Predicate<Method> bridgedBy(Method bridge) {
    return method ->
        !method.isBridge()
            && method.getDeclaringClass() == bridge.getDeclaringClass()
            && method.getParameterCount() == bridge.getParameterCount();
  }

  private List<Method> declaredMethods(Class<?> type) {
    try {
      return List.of(type.getDeclaredMethods());
    } catch (LinkageError missingType) {
      // A signature names a type that is not there (an optional dependency). The public methods
      // may still be readable, as the JVM then resolves only theirs.
      unreadable = missingType;
    }
    try {
      return Stream.of(type.getMethods())
          .filter(method -> method.getDeclaringClass() == type)
          .toList();
    } catch (LinkageError missingType) {
      return List.of();
    }
  }

  private List<Field> declaredFields(Class<?> type) {
    try {
      return List.of(type.getDeclaredFields());
    } catch (LinkageError missingType) {
      unreadable = missingType;
      return List.of();
    }
  }
}
