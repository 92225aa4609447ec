package io.loopsentinel.agent.expression;

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

  private final Collection<Class<?>> types;
  private final Predicate<Member> wanted;

  /** Those of subclasses first, overridden ones still among them. */
  private final List<Method> methods = new ArrayList<>();

  private @Nullable LinkageError unreadable;

  private Members(Collection<Class<?>> types, Predicate<Member> wanted) {
    this.types = types;
    this.wanted = wanted;
    for (Class<?> type : types) {
      for (Method method : declaredMethods(type)) {
        if (wanted.test(method)) {
          methods.add(method);
        }
      }
    }
  }

  /** Returns what an object of a type has. */
  static Members ofInstance(Class<?> type) {
    return new Members(supertypes(type), member -> !Modifier.isStatic(member.getModifiers()));
  }

  /**
   * Returns the static members that can be named through a type. Static methods of an interface are
   * not inherited (JLS 8.4.8), its constants are.
   */
  static Members ofType(Class<?> type) {
    return new Members(
        supertypes(type),
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
    List<Method> named =
        withoutOverridden(methods.stream().filter(each -> isNamed(each, name)).toList());
    return named.stream()
        .filter(method -> !method.isBridge() || !named.stream().anyMatch(bridgedBy(method)))
        .toList();
  }

  @Nullable Field field(String name) {
    for (Field field : fields()) {
      if (field.getName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  /** Returns what {@code .name} reads: record component, getter, method, field, in this order. */
  @Nullable Member property(String name) {
    Field field = field(name);
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
    Map<String, Field> fields = new LinkedHashMap<>();
    fields().forEach(field -> fields.putIfAbsent(field.getName(), field));
    return Stream.concat(withoutOverridden(methods).stream(), fields.values().stream());
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
    Method found = null;
    for (Method method : methods) {
      if (method.getParameterCount() == 0 && isNamed(method, name)) {
        found = found == null ? method : overriding(found, method);
      }
    }
    return found == null || found.getReturnType() == void.class ? null : found;
  }

  private static boolean isNamed(Method method, String name) {
    return method.getName().equals(name);
  }

  private static List<Method> withoutOverridden(List<Method> methods) {
    Map<List<Object>, Method> kept = new LinkedHashMap<>();
    for (Method method : methods) {
      List<Object> signature = new ArrayList<>(List.of(method.getParameterTypes()));
      signature.add(method.getName());
      kept.merge(signature, method, Members::overriding);
    }
    return List.copyOf(kept.values());
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

  /** Returns the fields, those of subclasses first, hidden ones among them. */
  private List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type : types) {
      fields.addAll(declaredFields(type).stream().filter(wanted).toList());
    }
    return fields;
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
